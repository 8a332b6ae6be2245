#!/usr/bin/env bash
# Builds the instrumented library and the fuzz targets into target/fuzz.
#
# The library has to be instrumented too: with the ordinary archive libFuzzer sees nothing but the harness (`cov: 1`) and
# fuzzes blindly. RUSTC_BOOTSTRAP lets the stable compiler take the flags of the sanitizers. Overflow and debug assertions are
# on, and a panic aborts, where the shipped library would catch it and answer with a neutral value.
set -eu
cd "$(dirname "$0")/.."
out=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')

export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=address -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares"
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_DEBUG=line-tables-only
export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true
cargo rustc --quiet --release --lib --crate-type staticlib --target "$host" --target-dir "$out"

archive=$out/$host/release/libmcp_errors.a
mkdir -p "$out/bin"
for source in fuzz/targets/*.c; do
    name=$(basename "$source" .c)
    clang -std=c11 -g -O1 -Wall -Wextra -Werror -Wno-unused-function -fsanitize=fuzzer,address -Iinclude -Ifuzz "$source" "$archive" -lpthread -ldl -lm \
        -o "$out/bin/$name"
done
