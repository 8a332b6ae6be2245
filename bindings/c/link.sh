#!/usr/bin/env bash
# Links the shared library out of the static one: both names of every function, at one address, under the symbol version
# MCP_ERRORS_1.0. rustc cannot: it passes a version script of its own to the linker, which allows no second one. GNU binutils, Linux.
# CC is the compiler that links; BINUTILS is put before the names of ld, objcopy and ar.
# Usage: link.sh INPUT.a OUTPUT.so [SYMBOLS.txt]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
input=$1 output=$2 symbols=${3:-$here/../../tests/symbols.txt}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

abi=$(sed -n 's/^#define MCP_ERRORS_ABI_VERSION \([0-9]*\)$/\1/p' "$here/../../include/mcp_errors.h")
"$here/localise.sh" --one-address "$input" "$symbols" "$work/all.a"
{
    echo "MCP_ERRORS_$abi.0 { global:"
    sed 's/$/;/' "$symbols"
    sed -n '/^mcp_errors_/!s/^mcp_\(.*\)/mcp_errors_\1;/p' "$symbols"
    echo 'local: *; };'
} >"$work/map"
# nodelete: a Rust library must not be unloaded, its thread-local destructors would be called after it is gone. Symbolic: our own calls
# do not go to another library's function of the same name.
${CC:-cc} -shared -Wl,--whole-archive "$work/all.a" -Wl,--no-whole-archive -Wl,--version-script="$work/map" \
    "-Wl,-soname,libmcp_errors.so.$abi,-z,nodelete,-z,relro,-z,now,-z,defs,-Bsymbolic,--gc-sections,--as-needed,-s" -o "$work/out.so"
# Renamed, not written: cargo's own file may be the same by a hard link.
mv "$work/out.so" "$output.new" && mv "$output.new" "$output"
