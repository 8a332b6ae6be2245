//! Criterion: a response classified, beside serde_json skipping the same bytes, by kind and by size.
//!
//! `cargo bench --bench classify`, after `make lib`.

mod common;

use common::{Library, deep, padded, wire};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde::de::IgnoredAny;
use std::hint::black_box;

fn inputs() -> Vec<(String, Vec<u8>)> {
    let real = [-32020, -32021, -32022, -32601, -32602].into_iter().filter_map(|code| Some((format!("real {code}"), wire(code).pop()?)));
    let sizes = [256, 1 << 10, 16 << 10, 64 << 10, 1 << 20].into_iter().map(|size| (format!("{size} bytes"), padded(size)));
    let depths = [64, 65_000, 1_000_000].into_iter().map(|depth| (format!("depth {depth}"), deep(depth)));
    real.chain(sizes).chain(depths).collect()
}

fn classify(criterion: &mut Criterion) {
    let library = Library::load();
    let mut group = criterion.benchmark_group("classify_response");
    for (name, bytes) in inputs() {
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_with_input(BenchmarkId::new("ours", &name), &bytes, |bencher, bytes| {
            bencher.iter(|| library.classify(black_box(bytes)))
        });
        // It stops at a depth of 128.
        if !name.starts_with("depth") {
            group.bench_with_input(BenchmarkId::new("IgnoredAny", &name), &bytes, |bencher, bytes| {
                bencher.iter(|| serde_json::from_slice::<IgnoredAny>(black_box(bytes)).is_ok());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, classify);
criterion_main!(benches);
