#!/usr/bin/env bash
# The tests of the C and C++ bindings. Usage: run.sh [header] [unit] [valgrind] [sanitize] [cpp] [symbols] [demo] [install] [languages] [abi]
# [panic] [growth] [packages] [prefixes]. Without arguments: all but the last four, which take long; `release` stands for all.
# Wants target/release/libmcp_errors.{so,a}, as `make lib` leaves them.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
include=$root/include
target=${CARGO_TARGET_DIR:-$root/target}
static=$target/release/libmcp_errors.a
native_libs=$(cat bindings/c/package/native-libs.txt)
if [ ! -f "$static" ] || [ ! -f "${static%.a}.so" ]; then
    echo "$static or .so is missing: run 'make lib' first" >&2
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
shared=$work/lib # the shared library under its soname, as the loader asks for it
mkdir "$shared"
ln -s "${static%.a}.so" "$shared/libmcp_errors.so.1"
export RUST_BACKTRACE=0 # a caught panic would otherwise be looked up in the symbol tables

. tests/c/lib.sh
for step in tests/c/steps/*.sh; do
    . "$step"
done

# A check runs in a shell of its own, so that its time can be limited.
export root work include target static shared native_libs warnings
export -f $(compgen -A function)

steps=("$@")
usual=(header unit valgrind sanitize cpp symbols demo install languages abi)
[ $# -eq 0 ] && steps=("${usual[@]}")
[ "${1:-}" = release ] && steps=("${usual[@]}" panic growth packages prefixes)
for step in "${steps[@]}"; do
    if [ "$(type -t "step_$step")" != function ]; then
        echo "no such step: $step" >&2
        exit 2
    fi
    began=$SECONDS
    "step_$step"
    echo "        $step: $((SECONDS - began)) s"
done
echo "c: $passed passed, $failed failed"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
