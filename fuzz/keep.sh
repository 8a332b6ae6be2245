#!/usr/bin/env bash
# Keeps what a long run found (KEEP=1 fuzz/run.sh ...) in fuzz/corpus.tar.gz, and minimises what is there.
#
# The archive holds what reaches something that the seeds of fuzz/seeds.py do not: no input longer than 1 KiB, at most 300 a target.
# The same inputs give the same archive. An input that showed a fault does not belong here, since minimising may drop it: it goes
# into tests/vectors or tests/differential/found.jsonl, which are seeds. Usage: keep.sh [TARGET...]
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."
out=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
targets=("$@")
[ $# -eq 0 ] && for source in fuzz/targets/*.c; do targets+=("$(basename "$source" .c)"); done
python3 fuzz/seeds.py "$work/seeds"
mkdir -p "$work/kept" "$work/merged"
tar -xzf fuzz/corpus.tar.gz -C "$work/kept"

# Names are hashes of the contents: 16 digits here, 40 where libFuzzer wrote the file.
names() { find "$@" -type f -printf '%f\n' | cut -c-16 | sort -u; }

for target in "${targets[@]}"; do
    seeds=$work/seeds/$target old=$work/old/$target new=$work/new/$target kept=$work/kept/$target merged=$work/merged/$target
    mkdir -p "$seeds" "$work/old" "$new" "$kept"
    mv "$kept" "$old"
    mkdir "$kept"
    [ ! -d "$out/new/$target" ] || find "$out/new/$target" -type f -size -1025c -exec cp -t "$new" {} +
    cp -r "$seeds" "$merged"
    # What was kept before comes first, so that the archive changes little.
    for more in "$old" "$new"; do
        timeout 900 "$out/bin/$target" -merge=1 -max_len=16384 "$merged" "$more" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
        comm -23 <(names "$merged") <(names "$seeds" "$kept") >"$work/list"
        head -n $((300 - $(names "$kept" | wc -l))) "$work/list" | while read -r name; do cp "$merged/$name"* "$kept/$name"; done
    done
    echo "$target: $(names "$old" | wc -l) inputs, now $(names "$kept" | wc -l)"
done
(cd "$work/kept" && find . -type f -printf '%P\n' | sort) >"$work/list"
tar -c -C "$work/kept" -T "$work/list" --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 --format=ustar | gzip -9n >fuzz/corpus.tar.gz
wc -c fuzz/corpus.tar.gz
