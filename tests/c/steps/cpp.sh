# The C++ header: every wrapper, without exceptions and run-time type information.

step_cpp() {
    need g++ clang++ valgrind python3 || return
    local compiler standard how
    for compiler in g++ clang++; do
        for standard in c++17 c++20; do
            check "cpp: alone ($compiler -std=$standard)" cpp_alone "$compiler" "$standard"
        done
        for how in shared static; do
            check "cpp: use ($compiler, $how)" cpp_use "$compiler" "$how"
        done
        check "cpp: use (sanitizers, $compiler)" cpp_sanitized "$compiler"
    done
    check "cpp: use (valgrind)" valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=all "$work/use-g++-shared"
    check "cpp: has every enumerator and calls every function of the C header" python3 tests/cpp/complete.py include/mcp_errors.h include/mcp_errors.hpp include/mcp_errors_enums.hpp
    refuse "cpp: a missing enumerator is found" python3 tests/cpp/complete.py include/mcp_errors.h include/mcp_errors.hpp <(grep -v MCP_ACTION_REISSUE include/mcp_errors_enums.hpp)
    refuse "cpp: a function that nothing calls is found" python3 tests/cpp/complete.py include/mcp_errors.h <(grep -v mcp_json_check include/mcp_errors.hpp) include/mcp_errors_enums.hpp
}

cpp_alone() { # COMPILER STANDARD
    echo '#include <mcp_errors.hpp>' | "$1" -std="$2" $warnings -Wshadow -Wconversion -I "$include" -fno-exceptions -fno-rtti -x c++ -fsyntax-only - &&
        echo '#include <mcp_errors.hpp>' | "$1" -std="$2" $warnings -I "$include" -x c++ -fsyntax-only -
}

cpp_use() { # COMPILER HOW
    compile "$1" "$work/use-$1-$2" "$2" -std=c++17 -g -fno-exceptions -fno-rtti tests/cpp/use.cpp && "$work/use-$1-$2"
}

cpp_sanitized() { # COMPILER
    compile "$1" "$work/use-$1-sanitized" static -std=c++17 -g -fsanitize=address,undefined -fno-sanitize-recover=all tests/cpp/use.cpp &&
        "$work/use-$1-sanitized"
}
