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
    for compiler in "gcc -std=c99" "clang -std=c2x" "g++ -std=c++11" "clang++ -std=c++20"; do
        check "header: both names in one unit ($compiler)" both_names $compiler
    done
    # -Wpedantic of C forbids what C++ allows and the other way round; these catch what neither does.
    check "header: strict prototypes, no shadows" gcc -std=c99 $warnings -Wstrict-prototypes -Wmissing-prototypes -Wshadow -Wconversion \
        -I "$include" -c tests/c/header.c -o "$work/header.o"
    check "header: two units of one program" two_units
    check "header: comments" python3 tests/c/header_lint.py include/mcp_errors.h
    refuse "header: the lint finds an undocumented function" python3 tests/c/header_lint.py <(sed '0,/^ \* @param text/s///' include/mcp_errors.h)
    refuse "header: the lint finds a mark of Rust's" python3 tests/c/header_lint.py <(sed '0,/ Frees text that/s// # Safety/' include/mcp_errors.h)
    refuse "header: the lint finds a foreign macro" python3 tests/c/header_lint.py <(sed '/^#include <stdint/a #define OTHER 1' include/mcp_errors.h)
}

# The header with unique names, alone and beside the plain one, in either order.
both_names() { # COMPILER STANDARD
    local language=c first
    case $1 in *++) language=c++ ;; esac
    for first in "" '#include <mcp_errors.h>'; do
        printf '%s\n#include <mcp_errors_unique.h>\n#include <mcp_errors.h>\n#include <mcp_errors_unique.h>\n%s\n' "$first" \
            'int unused(void) { return (int)MCP_ERRORS_KIND_SERVER_ERROR - (int)MCP_KIND_SERVER_ERROR + MCP_ERRORS_ABI_VERSION; }' |
            "$1" "$2" $warnings -Wno-missing-declarations -I "$include" -x $language -c - -o "$work/both.o" || return
    done
    ! sed 's|/\*.*||; /^ \*/d' "$include/mcp_errors_unique.h" | grep -nE '\b(mcp_|MCP_)' | grep -vE '\b(mcp_errors_|MCP_ERRORS_)'
}

# Both include the header, so a definition in it would be there twice.
two_units() {
    gcc -std=c99 -I "$include" -c tests/c/header.c -o "$work/one.o" &&
        gcc -std=c99 -DSECOND_UNIT -I "$include" -c tests/c/header.c -o "$work/two.o" &&
        gcc "$work/one.o" "$work/two.o" "$shared/libmcp_errors.so.1" -Wl,-rpath,"$shared" -o "$work/two_units" && "$work/two_units"
}
