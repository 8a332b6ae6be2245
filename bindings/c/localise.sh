#!/usr/bin/env bash
# Makes a static archive that links beside other Rust archives and beside other libraries for MCP: one object in which only the
# functions of the header are global, under their unique names (mcp_errors_..., see mcp_errors_unique.h), and one with the plain names
# (mcp_...), which jump there. The plain ones are weak and are linked only where a program asks for them, so that another library's
# mcp_error_free prevails. (Two archives as rustc writes them define the runtime's symbols twice, and do not link.)
# The standard library's printer of stack traces is left out. Only a caught panic with RUST_BACKTRACE set would reach it, and with its
# reader of debugging information it is more than a third of the library.
# GNU binutils, Linux. BINUTILS is put before the names of ld, nm, objcopy, readelf, as and ar.
# Usage: localise.sh [--one-address] INPUT.a SYMBOLS.txt OUTPUT.a; with --one-address both names stand in one object, as link.sh wants them
set -eu
one_address=
if [ "$1" = --one-address ]; then one_address=1 && shift; fi
input=$(realpath "$1") symbols=$2 output=$3
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

# The object with our functions; the others of the archive are the compiler's.
member=$("${prefix}ar" t "$input" | grep '^mcp_errors-' | head -n 1)
(cd "$work" && "${prefix}ar" x "$input" "$member" && mv "$member" ours.o)
# In the machine's own words: an alias of a name in another object, and a function that returns "written".
case $("${prefix}readelf" -h "$work/ours.o" | sed -n 's/^ *Machine: *//p') in
*X86-64* | *80386*) jump=jmp written='xor %eax,%eax; ret' ;;
AArch64) jump=b written='mov w0,#0; ret' ;;
RISC-V) jump=tail written='li a0,0; ret' ;;
*S/390*) jump=jg written='lghi %r2,0; br %r14' ;;
*) jump='' written='' one_address=1 ;;
esac

# The printer's code becomes a function that prints nothing, of the same length, since other sections point into it; what only the printer
# called is then dropped with all that nobody calls. Where the standard library names it differently, it stays.
printer=$("${prefix}nm" -S "$work/ours.o" | awk '/DisplayBacktrace.*3fmt/ {print $2, $4; exit}')
if [ -n "$printer" ] && [ -n "$written" ]; then
    section=.text.${printer#* }
    printf '%s\n.org 0x%s\n' "$written" "${printer% *}" >"$work/written.s"
    "${prefix}as" "$work/written.s" -o "$work/written.o"
    "${prefix}objcopy" -O binary --only-section=.text "$work/written.o" "$work/written"
    "${prefix}objcopy" --update-section "$section=$work/written" --remove-relocations="$section" "$work/ours.o"
fi

# Groups are resolved, or the unwinder's DW.ref.rust_eh_personality would stay undefined once its symbol is local.
"${prefix}ld" -r --gc-sections --force-group-allocation "${arguments[@]}" "$work/ours.o" "$input" -o "$work/mcp_errors.o"
# Bitcode goes: it is of no use to a linker of another version, and ar's plugin for it fails on it.
"${prefix}objcopy" --remove-section=.llvmbc --remove-section=.llvmcmd --strip-debug --keep-global-symbols="$work/global" \
    --weaken-symbols="$work/weak" "$work/mcp_errors.o"
objects=("$work/mcp_errors.o")
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
