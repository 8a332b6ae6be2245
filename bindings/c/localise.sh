#!/usr/bin/env bash
# Makes a static archive that links beside other Rust archives and beside other libraries for MCP: one object in which only the
# functions of the header are global, under their unique names (mcp_errors_..., see mcp_errors_unique.h), and one with the plain names
# (mcp_...), which jump there. The plain ones are weak and are linked only where a program asks for them, so that another library's
# mcp_error_free prevails. (Two archives as rustc writes them define the runtime's symbols twice, and do not link.)
# GNU binutils, Linux. BINUTILS is put before the names of ld, objcopy, readelf, as and ar.
# Usage: localise.sh [--one-address] INPUT.a SYMBOLS.txt OUTPUT.a; with --one-address both names stand in one object, as link.sh wants them
set -eu
one_address=
if [ "$1" = --one-address ]; then one_address=1 && shift; fi
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
objects=("$work/mcp_errors.o")
# An alias of a name in another object is a jump, in the machine's own words.
case $("${prefix}readelf" -h "$work/mcp_errors.o" | sed -n 's/^ *Machine: *//p') in
*X86-64* | *80386*) jump=jmp ;;
AArch64 | ARM) jump=b ;;
RISC-V) jump=tail ;;
*S/390*) jump=jg ;;
*) one_address=1 ;;
esac
if [ -z "$one_address" ]; then
    "${prefix}objcopy" --localize-symbols="$work/weak" "$work/mcp_errors.o"
    while read -r name; do
        printf '.section .text.%s,"ax",%%progbits\n.weak %s\n.type %s,%%function\n%s:\n %s mcp_errors_%s\n.size %s,.-%s\n' \
            "$name" "$name" "$name" "$name" "$jump" "${name#mcp_}" "$name" "$name"
    done <"$work/weak" >"$work/plain.s"
    echo '.section .note.GNU-stack,"",%progbits' >>"$work/plain.s"
    "${prefix}as" "$work/plain.s" -o "$work/mcp_errors_plain.o"
    objects+=("$work/mcp_errors_plain.o")
fi
rm -f "$output"
"${prefix}ar" rcsD "$output" "${objects[@]}"
