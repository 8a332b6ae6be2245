# A panic does not cross the ABI: proven on a library that is the shipped one plus a function that panics.

panic_library() {
    local made=target/test-panic/release/libmcp_errors
    cargo rustc --quiet --release --lib --crate-type staticlib --features test-panic --target-dir target/test-panic &&
        echo mcp_test_panic | cat tests/symbols.txt - >"$work/panic.txt" && bindings/c/link.sh $made.a $made.so "$work/panic.txt"
}

# The shared library has no printer of stack traces (bindings/c/localise.sh): who asks for one gets the panic's message.
run_with_a_stack_trace() {
    (export RUST_BACKTRACE=full && run_panic shared 2>"$work/said") || return
    grep -q 'panicked at' "$work/said" && ! grep -qE '^ +[0-9]+:' "$work/said"
}

run_panic() { # HOW
    local shared=$work/panic static=$root/target/test-panic/release/libmcp_errors.a suffix=
    mkdir -p "$shared" "$work/bin"
    ln -sf "${static%.a}.so" "$shared/libmcp_errors.so.1"
    run_program gcc "$1" panic
}

not_in_the_shipped_library() {
    ! nm -D --defined-only "${static%.a}.so" | grep mcp_test && ! grep mcp_test "$include/mcp_errors.h"
}

step_panic() {
    need cargo gcc nm || return
    LIMIT=900 check "panic: a library that can be made to panic" panic_library
    check "panic: is a status, and the process goes on (shared)" run_panic shared
    check "panic: the same where the environment asks for a stack trace" run_with_a_stack_trace
    check "panic: is a status, and the process goes on (static)" run_panic static
    check "panic: the shipped library has no such function" not_in_the_shipped_library
}
