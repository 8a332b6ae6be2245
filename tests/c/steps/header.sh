# The header alone: every compiler and standard, twice in one unit, its comments, its layout.

step_header() {
    need gcc g++ clang clang++ python3 || return
    local compiler standard
    for compiler in gcc clang; do
        for standard in c99 c11 c17 c2x; do
            check "header: $compiler -std=$standard" "$compiler" -std=$standard $warnings -I "$include" -c tests/c/header.c -o "$work/header.o"
        done
    done
    for compiler in g++ clang++; do
        for standard in c++11 c++14 c++17 c++20; do
            check "header: $compiler -std=$standard" "$compiler" -std=$standard $warnings -I "$include" -x c++ -c tests/c/header.c -o "$work/header.o"
        done
    done
    # -Wpedantic of C forbids what C++ allows and the other way round; these catch what neither does.
    check "header: strict prototypes, no shadows" gcc -std=c99 $warnings -Wstrict-prototypes -Wmissing-prototypes -Wshadow -Wconversion \
        -I "$include" -c tests/c/header.c -o "$work/header.o"
    check "header: two units of one program" two_units
    check "header: comments" python3 tests/c/header_lint.py include/mcp_errors.h
    refuse "header: the lint finds an undocumented function" python3 tests/c/header_lint.py <(sed '0,/^ \* @param text/s///' include/mcp_errors.h)
    refuse "header: the lint finds a mark of Rust's" python3 tests/c/header_lint.py <(sed '0,/ Frees a text/s// # Safety/' include/mcp_errors.h)
    refuse "header: the lint finds a foreign macro" python3 tests/c/header_lint.py <(sed '/^#include <stdint/a #define OTHER 1' include/mcp_errors.h)
}

# Both include the header, so a definition in it would be there twice.
two_units() {
    gcc -std=c99 -I "$include" -c tests/c/header.c -o "$work/one.o" &&
        gcc -std=c99 -DSECOND_UNIT -I "$include" -c tests/c/header.c -o "$work/two.o" &&
        gcc "$work/one.o" "$work/two.o" "$shared/libmcp_errors.so.1" -Wl,-rpath,"$shared" -o "$work/two_units" && "$work/two_units"
}
