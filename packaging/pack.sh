#!/usr/bin/env bash
# Builds a target of targets.tsv and packs its wheel, gem and C archive. The same sources give the same bytes.
# Usage: [LIBRARIES=DIR] pack.sh TARGET [OUTPUT_DIR]; LIBRARIES names libraries of this target that are built already
set -eu
. "$(dirname "$0")/target.sh"
read_target "${1:?usage: pack.sh TARGET [OUTPUT_DIR]}"
output=$(realpath -m "${2:-$root/dist}")
mkdir -p "$output"
libraries=$(realpath "${LIBRARIES:-$("$root/packaging/build.sh" "$triple")}")
export SOURCE_DATE_EPOCH=315619200 # the date of every packed file: 1980-01-02, which zip can store
log=$target_dir/packaging/$triple/pack.log
mkdir -p "${log%/*}"

if [ "$wheel" != - ]; then
    MCP_ERRORS_PREBUILT=$libraries/$shared MCP_ERRORS_WHEEL_PLATFORM=$wheel \
        "$tools/python" -m build --no-isolation --wheel --outdir "$output" "$root/bindings/python" >"$log" 2>&1 || { cat "$log" >&2 && exit 1; }
    ls "$output"/*-py3-none-"$wheel".whl
fi
if [ "$gem" != - ]; then
    MCP_ERRORS_GEM_PLATFORM=$gem ruby "$root/bindings/ruby/tasks/package.rb" platform "$libraries/$shared" \
        "$target_dir/packaging/$triple/gem" "$output" >"$log" 2>&1 || { cat "$log" >&2 && exit 1; }
    ls "$output"/*-"$gem".gem
fi
BINUTILS=$(binutils_of "$triple")
export BINUTILS
LIBRARIES=$libraries SYSTEM=$archive "$root/bindings/c/dist.sh" "$output"
