# A panic does not cross the ABI: proven on a library that is the shipped one plus a function that panics.

panic_library() {
    cargo rustc --quiet --release --lib --crate-type cdylib,staticlib --features test-panic --target-dir target/test-panic
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
    check "panic: is a status, and the process goes on (static)" run_panic static
    check "panic: the shipped library has no such function" not_in_the_shipped_library
}
