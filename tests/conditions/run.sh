#!/usr/bin/env bash
# Hard conditions: threads, forks, unloading, signals, small stacks, refused memory, hosts under valgrind, lines for logs.
# Usage: run.sh [--short] [STEP...]    Steps: threads unload signals stack memory sanitize panic locale hosts logs
# tests/c has the plain forms of some of these; here they are harder, and the library is instrumented where a tool wants that.
set -u
cd "$(dirname "$0")/../.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
library=$target/release/libmcp_errors.so
if [ ! -f "$library" ]; then
    echo "$library is missing: run 'make lib' first" >&2
    exit 2
fi
short=
[ "${1:-}" = --short ] && short=1 && shift
steps=("$@")
[ $# -eq 0 ] && steps=(threads unload signals stack memory sanitize panic locale hosts logs)
# Also where a host sets it: a trace would be looked up in the symbols, and printed.
export RUST_BACKTRACE=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# A copy under the name that the loader asks for; the build may be renewed while the tests run.
cp "$library" "$work/libmcp_errors.so.1"
cp "$library" "$work/second_copy.so"
library=$work/libmcp_errors.so.1
export MCP_ERRORS_LIBRARY=$library
host=$(rustc -vV | sed -n 's/^host: //p')
python=$root/bindings/python/.venv/bin/python
[ -x "$python" ] || python=python3
python=$("$python" -c 'import sys; print(sys.executable)') # no wrapper: valgrind watches one process
# Where a decimal comma and a dotless i would show.
export LOCPATH=$work/locale
mkdir "$LOCPATH"
localedef -i tr_TR -f UTF-8 "$LOCPATH/tr_TR.UTF-8"

passed=0
failed=0
# check NAME COMMAND...: within its time (LIMIT seconds); on failure also the end of its output.
check() {
    local name=$1
    shift
    if timeout --kill-after=5 "${LIMIT:-600}" "$@" >"$work/log" 2>&1 </dev/null; then
        passed=$((passed + 1))
        echo "ok      $name: $(tail -n 1 "$work/log" | cut -c1-150)"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        tail -n 25 "$work/log" | cut -c1-300 | sed 's/^/        /'
    fi
}
# refuse NAME STATUS COMMAND...: the command must end with that very status: a test that cannot fail proves nothing.
refuse() { check "$1" bash -c '"${@:2}"; s=$?; echo "status $s"; [ $s -eq $1 ]' refuse "${@:2}"; }

pick() { if [ -n "$short" ]; then echo "$1"; else echo "$2"; fi; } # IN_SHORT ELSE

compile() { # NAME [ARGUMENT...]: against the shared library
    gcc -std=c11 -g -O1 -Wall -Wextra -Wpedantic -Werror -Iinclude "tests/conditions/$1.c" -o "$work/$1" "${@:2}" \
        "$library" -Wl,-rpath,"$work" -lpthread -ldl || { echo "FAILED  $1.c does not compile" && failed=$((failed + 1)); }
}

# instrumented NAME FLAG: an archive whose Rust code carries a sanitizer; its path. std itself is as it was shipped.
instrumented() {
    local out=$target/$1
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$1 -Cunsafe-allow-abi-mismatch=sanitizer" CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_STRIP=none CARGO_PROFILE_RELEASE_DEBUG=line-tables-only CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true \
        timeout 900 cargo rustc --quiet --release --lib --crate-type staticlib --target "$host" --target-dir "$out" >&2
    echo "$out/$host/release/libmcp_errors.a"
}

step_threads() {
    local archive
    archive=$(instrumented thread)
    check "threads: the library is instrumented" bash -c "nm '$archive' 2>/dev/null | grep -c 'U __tsan_read8'"
    clang -std=c11 -g -O1 -fsanitize=thread -Iinclude tests/conditions/threads.c tests/conditions/tsan_shims.c "$archive" \
        -lpthread -ldl -lm -o "$work/threads-tsan"
    refuse "threads: the tool reports a race" 66 "$work/threads-tsan" race
    check "threads: 16 on one handle and on their own (ThreadSanitizer)" env TSAN_OPTIONS=halt_on_error=1 "$work/threads-tsan"
    compile threads
    check "threads: 16, the library as shipped" "$work/threads"
    [ -n "$short" ] && return
    # Not drd or helgrind: they know no atomic operations, and so take the lock-free texts of a handle for races.
    check "threads: 16 (valgrind memcheck)" env MCP_TEST_SMALL=1 valgrind --quiet --error-exitcode=9 --leak-check=full "$work/threads"
}

step_unload() {
    compile unload
    check "unload: dlopen and dlclose, threads, forks, a second copy" "$work/unload" "$library" "$work/second_copy.so"
}

step_signals() {
    compile signals
    check "signals: in every function" "$work/signals"
}

step_stack() {
    compile small_stack
    check "stack: 64 KiB, every function, every shape" "$work/small_stack" "$(pick $((512 << 10)) $((2 << 20)))"
    # Every function once more, with what a host might really meet at most.
    [ -n "$short" ] || check "stack: 64 KiB, 16 MiB of input" "$work/small_stack" $((16 << 20))
}

step_memory() {
    compile starve
    compile tight
    check "memory: refused at every point" env STARVE_STEPS="$(pick 6 24)" "$work/starve"
    check "memory: 64 MiB by ulimit -v, each function" tests/conditions/ulimit.sh "$work"
}

step_sanitize() {
    local archive program
    archive=$(instrumented address)
    check "sanitize: the library is instrumented" bash -c "nm '$archive' 2>/dev/null | grep -c 'U __asan_report_load'"
    for program in errors arguments structs classify decide serve making lifetime; do
        clang -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude -Itests/c "tests/c/$program.c" "$archive" \
            -lpthread -ldl -lm -o "$work/$program-asan"
        check "sanitize: $program, library and test (address, undefined, leak)" env MCP_TEST_SMALL=1 "$work/$program-asan"
    done
    clang -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Iinclude tests/conditions/small_stack.c "$archive" \
        -lpthread -ldl -lm -o "$work/shapes-asan"
    # Sanitized frames are far larger; what is sought here is what they read and write.
    check "sanitize: every function, every shape" env STACK=$((1 << 20)) "$work/shapes-asan" $((256 << 10))
    clang -std=c99 -g -fsanitize=address -Iinclude -Itests/c tests/c/leaking.c "$archive" -lpthread -ldl -lm -o "$work/leaking-asan"
    refuse "sanitize: a leak is reported" 23 env LSAN_OPTIONS=exitcode=23 "$work/leaking-asan"
}

step_panic() {
    timeout 600 cargo rustc --quiet --release --lib --crate-type staticlib --features test-panic --target-dir "$target/panic"
    local source name trace
    for source in tests/c/panic.c tests/conditions/panic_stack.c; do
        name=$(basename "$source" .c)
        gcc -std=c99 -g -Iinclude -Itests/c "$source" "$target/panic/release/libmcp_errors.a" -lpthread -ldl -lm -o "$work/$name"
        for trace in 1 full; do
            check "panic: caught with RUST_BACKTRACE=$trace ($name)" env RUST_BACKTRACE=$trace "$work/$name"
        done
    done
}

step_locale() {
    check "locale: every vector, in Turkish" env LC_ALL=tr_TR.UTF-8 "$python" -c "
import locale, runpy, sys
locale.setlocale(locale.LC_ALL, '')
assert locale.localeconv()['decimal_point'] == ','
sys.argv = ['check_abi.py', '$library', 'tests/vectors']
runpy.run_path('tests/check_abi.py', run_name='__main__')"
}

under_valgrind() { # NAME COMMAND...: fails on what arises in the library
    timeout 600 valgrind --xml=yes --xml-file="$work/$1.xml" --leak-check=full --show-leak-kinds=definite --num-callers=40 "${@:2}" \
        && "$python" tests/conditions/valgrind_frames.py "$work/$1.xml" libmcp_errors
}

step_hosts() {
    export -f under_valgrind
    export work python ROUNDS="$(pick 2 20)" PYTHONMALLOC=malloc
    local call='under_valgrind "$@"'
    LIMIT=600 check "hosts: Python's calls (valgrind)" bash -c "$call" . python "$python" tests/conditions/host_calls.py
    LIMIT=600 refuse "hosts: a handle that Python loses is found" 1 bash -c "$call" . lost "$python" tests/conditions/host_calls.py leak
    LIMIT=600 check "hosts: Ruby's calls (valgrind)" bash -c "$call" . ruby ruby -Ibindings/ruby/lib tests/conditions/host_calls.rb
    unset PYTHONMALLOC
}

step_logs() {
    LIMIT=900 check "logs: every class of code points" "$python" tests/conditions/log_lines.py "$library" ${short:+--short}
}

for step in "${steps[@]}"; do
    if [ "$(type -t "step_$step")" != function ]; then
        echo "no such step: $step" >&2
        exit 2
    fi
    "step_$step"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
