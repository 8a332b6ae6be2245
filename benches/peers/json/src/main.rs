//! Long strings and structure, classified by the library and skipped by three JSON parsers.
//! All sides read the same bytes in one run, in turns. The figures are medians of CPU time.

#[path = "../../../common/mod.rs"]
mod common;

use common::{Library, padded, race, wire};
use serde::de::IgnoredAny;
use simd_json::Buffers;
use std::hint::black_box;

/// A -32021 response whose data is one string of `size` bytes.
fn string(unit: &str, size: usize) -> Vec<u8> {
    let filler = unit.repeat(size / unit.len());
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"m","data":"{filler}"}}}}"#).into_bytes()
}

/// A -32021 response whose data is mostly brackets, commas and short names.
fn structure(size: usize) -> Vec<u8> {
    let unit = r#"{"a":1,"b":[true,null,{"c":"d"}],"e":{"f":[[1,2],[]]}},"#;
    let filler = unit.repeat(size / unit.len());
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":-32021,"message":"m","data":[{filler}1]}}}}"#).into_bytes()
}

fn main() {
    let library = Library::load();
    let mut classify = |bytes: &[u8]| {
        black_box(library.classify(bytes));
    };
    let mut serde = |bytes: &[u8]| {
        black_box(serde_json::from_slice::<IgnoredAny>(bytes).is_ok());
    };
    let mut sonic = |bytes: &[u8]| {
        black_box(sonic_rs::from_slice::<IgnoredAny>(bytes).is_ok());
    };
    // simd-json writes into its input, so it gets a copy, which is part of its price.
    let mut buffers = Buffers::new(1 << 17);
    let mut copy = Vec::new();
    let mut simd = |bytes: &[u8]| {
        copy.clear();
        copy.extend_from_slice(bytes);
        black_box(simd_json::to_tape_with_buffers(&mut copy, &mut buffers).is_ok());
    };
    println!("| input | bytes | classify ns | serde_json ns | sonic-rs ns | simd-json ns |");
    println!("|---|---|---|---|---|---|");
    for (name, inputs) in [
        ("-32021, real", wire(-32021)),
        ("a string of 64 KiB", vec![string("x", 64 << 10)]),
        ("a string of 64 KiB, not ASCII", vec![string("\u{e9}x", 64 << 10)]),
        ("a string of 64 KiB, escapes", vec![string("some words \\n", 64 << 10)]),
        ("64 KiB of structure", vec![structure(64 << 10)]),
        ("64 KiB of records", vec![padded(64 << 10)]),
    ] {
        let bytes = inputs.iter().map(Vec::len).sum::<usize>() / inputs.len();
        let times = race(&inputs, &mut [&mut classify, &mut serde, &mut sonic, &mut simd]);
        let times: Vec<String> = times.iter().map(|time| format!("{time:.0}")).collect();
        println!("| {name} | {bytes} | {} |", times.join(" | "));
    }
}
