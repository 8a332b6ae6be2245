#!/usr/bin/env bash
# Adds to the corpus what a long run found (KEEP=1 fuzz/run.sh ...): of the new inputs those that reach something new, none longer
# than 1 KiB and at most 150 a target, so that the corpus stays small. Usage: keep.sh [TARGET...]
set -eu
cd "$(dirname "$0")/.."
out=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
targets=("$@")
[ $# -eq 0 ] && for source in fuzz/targets/*.c; do targets+=("$(basename "$source" .c)"); done
for target in "${targets[@]}"; do
    [ -d "$out/new/$target" ] || continue
    mkdir -p "$work/$target"
    cp "fuzz/corpus/$target"/* "$work/$target"
    find "$out/new/$target" -type f -size -3 >"$work/list"
    mkdir -p "$work/new/$target"
    xargs -a "$work/list" -r cp -t "$work/new/$target"
    # Into the copy of the corpus: only what covers more than it does.
    timeout 600 "$out/bin/$target" -merge=1 -max_len=1024 "$work/$target" "$work/new/$target" >"$work/log" 2>&1
    before=$(ls "fuzz/corpus/$target" | wc -l)
    # The newest first would be as good as any: libFuzzer writes what it takes in order of size, smallest first.
    comm -13 <(ls "fuzz/corpus/$target" | sort) <(ls "$work/$target" | sort) | head -n 150 \
        | while read -r name; do cp "$work/$target/$name" "fuzz/corpus/$target/${name:0:16}"; done
    echo "$target: $before inputs, now $(ls "fuzz/corpus/$target" | wc -l)"
done
du -sb fuzz/corpus | cut -f1
