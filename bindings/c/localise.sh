#!/usr/bin/env bash
# Makes a static archive that links beside other Rust archives and beside other libraries for MCP: one object in which only the
# functions of the header are global, each under both its names (mcp_... and mcp_errors_..., see mcp_errors_unique.h). The plain names
# are weak, so that another library's mcp_error_free prevails. (Two archives as rustc writes them define the runtime's symbols twice, and
# do not link.) GNU binutils, Linux. BINUTILS is put before the names of ld, objcopy and ar.
# Usage: localise.sh INPUT.a SYMBOLS.txt OUTPUT.a
set -eu
input=$1 symbols=$2 output=$3
prefix=${BINUTILS:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

arguments=()
while read -r name; do
    arguments+=(-u "$name")
    echo "$name" >>"$work/global"
    case $name in
    mcp_errors_*) ;;
    *)
        arguments+=("--defsym=mcp_errors_${name#mcp_}=$name")
        echo "mcp_errors_${name#mcp_}" >>"$work/global"
        echo "$name" >>"$work/weak"
        ;;
    esac
done <"$symbols"
# Groups are resolved, or the unwinder's DW.ref.rust_eh_personality would stay undefined once its symbol is local.
"${prefix}ld" -r --gc-sections --force-group-allocation "${arguments[@]}" --whole-archive "$input" -o "$work/mcp_errors.o"
# Bitcode goes: it is of no use to a linker of another version, and ar's plugin for it fails on it.
"${prefix}objcopy" --remove-section=.llvmbc --remove-section=.llvmcmd --strip-debug --keep-global-symbols="$work/global" \
    --weaken-symbols="$work/weak" "$work/mcp_errors.o"
rm -f "$output"
"${prefix}ar" rcsD "$output" "$work/mcp_errors.o"
