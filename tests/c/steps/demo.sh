# The program of `make demo`.

build_demo() {
    compile gcc "$work/demo" shared -std=c99 -g bindings/c/demo.c && compile clang "$work/demo-static" static -std=c99 bindings/c/demo.c
}

run_demo() { # OUTPUT
    "$work/demo" tests/wire/demo.tsv >"$1" && "$work/demo-static" tests/wire/demo.tsv | cmp - "$1"
}

step_demo() {
    need gcc clang valgrind python3 || return
    check "demo: the selection is fresh" python3 tests/wire/select.py --check
    check "demo: builds, shared and static" build_demo
    check "demo: runs, and both print the same" run_demo "$work/demo.txt"
    check "demo: the table is what the answers are" python3 tests/c/demo_check.py "$work/demo.txt" tests/wire
    check "demo: valgrind" valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        "$work/demo" tests/wire/demo.tsv
}
