#!/usr/bin/env bash
# Makes a static archive that links beside other Rust archives: one object in which only the functions of the header are global.
# (Two archives as rustc writes them define the runtime's symbols twice, and do not link.) GNU binutils, Linux.
# Usage: [BINUTILS=aarch64-linux-gnu-] localise.sh INPUT.a SYMBOLS.txt OUTPUT.a
set -eu
input=$1 symbols=$2 output=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

roots=()
while read -r name; do
    roots+=(-u "$name")
done <"$symbols"
# Groups are resolved, or the unwinder's DW.ref.rust_eh_personality would stay undefined once its symbol is local.
"${BINUTILS:-}ld" -r --gc-sections --force-group-allocation "${roots[@]}" --whole-archive "$input" -o "$work/mcp_errors.o"
# Bitcode goes: it is of no use to a linker of another version, and ar's plugin for it fails on it.
"${BINUTILS:-}objcopy" --remove-section=.llvmbc --remove-section=.llvmcmd --strip-debug --keep-global-symbols="$symbols" "$work/mcp_errors.o"
rm -f "$output"
"${BINUTILS:-}ar" rcsD "$output" "$work/mcp_errors.o"
