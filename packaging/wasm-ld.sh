#!/bin/sh
# The linker for wasm32-wasip1: zig's wasm-ld, which does not know the option by which rustc names the flavor.
[ "$1" = -flavor ] && shift 2
exec "$ZIG" wasm-ld "$@"
