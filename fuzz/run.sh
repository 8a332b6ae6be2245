#!/usr/bin/env bash
# Fuzzes every target in turn, SECONDS in all (60). Usage: run.sh [SECONDS] [TARGET...]
#
# Each target is first started without a corpus: its coverage must rise, or else the fuzzer is blind. Then it goes on from the
# seeds of fuzz/seeds.py and the inputs kept in fuzz/corpus.tar.gz. What makes a target fail is kept in target/fuzz/failures.
set -u
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
root=$PWD
out=${CARGO_TARGET_DIR:-$root/target}/fuzz
timeout 1500 fuzz/build.sh || { echo "0 passed, 1 failed"; exit 1; }

targets=("$@")
[ $# -eq 0 ] && for source in fuzz/targets/*.c; do targets+=("$(basename "$source" .c)"); done
each=$((seconds / ${#targets[@]}))
[ "$each" -lt 1 ] && each=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$out/failures"
{ python3 fuzz/seeds.py "$work/corpus" && tar -xzf fuzz/corpus.tar.gz -C "$work/corpus"; } || { echo "0 passed, 1 failed"; exit 1; }
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=1:allocator_may_return_null=1
options=(-dict=fuzz/mcp.dict -timeout=20 -rss_limit_mb=3072 -max_len=16384 -print_final_stats=1)

# What libFuzzer reported as `cov:` in the first line that matches, or the last.
covered() { grep -oE "$1.*cov: [0-9]+" "$2" | grep -oE '[0-9]+$' | "$3" -n 1; }

passed=0
failed=0
for target in "${targets[@]}"; do
    mkdir -p "$work/$target" "$work/corpus/$target"
    blind=$work/$target.blind
    log=$work/$target.log
    problem=
    # From nothing: -runs, not time, so that a busy machine changes nothing.
    timeout 300 "$out/bin/$target" "${options[@]}" -seed=1 -runs=20000 -artifact_prefix="$out/failures/$target-" >"$blind" 2>&1 \
        || problem="failed without a corpus"
    from=$(covered INITED "$blind" head)
    to=$(covered '#[0-9]+' "$blind" tail)
    [ "${to:-0}" -gt "$((${from:-0} + 50))" ] || problem=${problem:-"is blind: cov ${from:-none} to ${to:-none}"}
    if [ -z "$problem" ]; then
        timeout $((each + 120)) "$out/bin/$target" "${options[@]}" -max_total_time="$each" \
            -artifact_prefix="$out/failures/$target-" "$work/$target" "$work/corpus/$target" >"$log" 2>&1 || problem="failed"
        loaded=$(covered INITED "$log" head)
        reached=$(covered '#[0-9]+' "$log" tail)
        [ "${loaded:-0}" -gt "$((from + 50))" ] && [ "${reached:-0}" -ge "$loaded" ] \
            || problem=${problem:-"is blind with its corpus: cov ${loaded:-none} to ${reached:-none}"}
    else
        cp "$blind" "$log"
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
    if [ -n "$problem" ]; then
        failed=$((failed + 1))
        echo "FAILED  $target: $problem"
        tail -n 30 "$log"
    else
        passed=$((passed + 1))
        echo "ok      $target: cov $from to $to from nothing; $loaded to $reached from the corpus; $runs runs in $each s"
    fi
    # What is new is worth keeping: fuzz/keep.sh packs it into fuzz/corpus.tar.gz.
    [ -n "${KEEP:-}" ] && mkdir -p "$out/new/$target" && cp -n "$work/$target"/* "$out/new/$target/" 2>/dev/null
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
