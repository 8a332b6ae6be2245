# Structs that grew: a program of today, compiled with today's header, runs with a library whose structs have one more member.

step_growth() {
    need cargo gcc valgrind python3 || return
    mkdir -p "$work/bin"
    LIMIT=900 check "growth: a library with one more member in each struct" grown_library
    check "growth: a program compiled before that works (memcheck)" with_grown growth
    check "growth: and the tests of errors, of decisions and of requests" with_grown errors decide serve making
    LIMIT=900 check "growth: a library that trusts the caller's size too far" grown_library --heedless
    check "growth: is found" sees_heedless
}

grown_library() { # [--heedless]: one target for both, so that the second is quick
    local out=$work/growth${1:-}
    mkdir -p "$out"
    python3 tests/c/growth.py "$root" "$out" "$@" &&
        cargo rustc --quiet --offline --manifest-path "$out/Cargo.toml" --lib --crate-type cdylib --target-dir "$target/growth" || return
    mkdir -p "$out/lib" && cp "$target/growth/debug/libmcp_errors.so" "$out/lib/libmcp_errors.so.1"
}

with_grown() { # PROGRAM...
    local program shared=$work/growth/lib suffix=-grown
    for program; do
        build_program gcc shared "$program" || return
        MCP_TEST_SMALL=1 valgrind --quiet --error-exitcode=9 "$work/bin/gcc-shared-grown-$program" || return
    done
}

sees_heedless() {
    local shared=$work/growth--heedless/lib suffix=-heedless
    build_program gcc shared growth || return
    valgrind --quiet --error-exitcode=9 "$work/bin/gcc-shared-heedless-growth"
    [ $? -eq 9 ]
}
