//! The core beside serde_json: both sides on the same bytes in one run, alternating, medians of CPU time.
//!
//! `cargo bench --bench table`, after `make lib`.

mod common;

use common::{Library, deep, padded, race, wire};
use serde::de::IgnoredAny;
use std::hint::black_box;

fn main() {
    let library = Library::load();
    let mut classify = |bytes: &[u8]| {
        black_box(library.classify(bytes));
    };
    let mut handle = |bytes: &[u8]| library.handle(bytes);
    let mut ignored = |bytes: &[u8]| {
        black_box(serde_json::from_slice::<IgnoredAny>(bytes).ok());
    };
    let mut value = |bytes: &[u8]| {
        black_box(serde_json::from_slice::<serde_json::Value>(bytes).ok());
    };
    let inputs = [
        ("-32021, real", wire(-32021)),
        ("-32022, real", wire(-32022)),
        ("-32601, real", wire(-32601)),
        ("-32602, real", wire(-32602)),
        ("-32021, 1 KiB", vec![padded(1 << 10)]),
        ("-32021, 64 KiB", vec![padded(64 << 10)]),
        ("-32021, 64 MiB", vec![padded(64 << 20)]),
    ];
    println!("| input | bytes | classify ns | handle ns | IgnoredAny ns | Value ns | classify / IgnoredAny | classify ns per byte |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, inputs) in inputs {
        let bytes = inputs.iter().map(Vec::len).sum::<usize>() as f64 / inputs.len() as f64;
        let times = race(&inputs, &mut [&mut classify, &mut handle, &mut ignored, &mut value]);
        let [ours, made, skipped, tree] = times[..] else { unreachable!("four sides") };
        println!(
            "| {name} | {bytes:.0} | {ours:.0} | {made:.0} | {skipped:.0} | {tree:.0} | {:.2} | {:.3} |",
            ours / skipped,
            ours / bytes
        );
    }
    for depth in [64, 65_000, 1_000_000] {
        let inputs = [deep(depth)];
        let times = race(&inputs, &mut [&mut classify]);
        println!("| depth {depth} | {} | {:.0} | | | | | {:.3} |", inputs[0].len(), times[0], times[0] / inputs[0].len() as f64);
    }
}
