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
    check "cpp: with the macros of Qt, and -Wuseless-cast" cpp_macros
    check "cpp: another namespace, beside a foreign mcp" cpp_namespace
    check "cpp: with unique names" cpp_unique
    check "cpp: a view of a temporary does not compile" cpp_temporaries
    check "cpp: a result as std::expected" cpp_expected
    check "cpp: has every enumerator and calls every function of the C header" python3 tests/cpp/complete.py include/mcp_errors.h include/mcp_errors.hpp include/mcp_errors_enums.hpp
    refuse "cpp: a missing enumerator is found" python3 tests/cpp/complete.py include/mcp_errors.h include/mcp_errors.hpp <(grep -v MCP_ACTION_REISSUE include/mcp_errors_enums.hpp)
    refuse "cpp: a function that nothing calls is found" python3 tests/cpp/complete.py include/mcp_errors.h <(grep -v mcp_json_check include/mcp_errors.hpp) include/mcp_errors_enums.hpp
}

cpp_alone() { # COMPILER STANDARD
    echo '#include <mcp_errors.hpp>' | "$1" -std="$2" $warnings -Wshadow -Wconversion -I "$include" -fno-exceptions -fno-rtti -x c++ -fsyntax-only - &&
        echo '#include <mcp_errors.hpp>' | "$1" -std="$2" $warnings -I "$include" -x c++ -fsyntax-only -
}

# Qt defines emit, signals and slots away; none of our names may be one of them. Nor may a cast be useless.
cpp_macros() {
    printf '#define emit\n#define slots\n#define signals public\n#define foreach(a, b) for (a : b)\n#define forever for (;;)\n#include <mcp_errors.hpp>\n' |
        g++ -std=c++17 $warnings -Wuseless-cast -Wconversion -Wsign-conversion -Wold-style-cast -I "$include" -x c++ -fsyntax-only - &&
        printf '#include <mcp_errors.hpp>\n' | clang++ -std=c++17 $warnings -Wconversion -Wold-style-cast -I "$include" -x c++ -fsyntax-only -
}

cpp_namespace() {
    printf 'namespace mcp { class error; }\n#define MCP_ERRORS_NAMESPACE ours\n#include <mcp_errors.hpp>\n%s\n' \
        'int main() { return ours::error::from_response("{}")->is_a(ours::kind::transport_error) ? 0 : 1; }' >"$work/namespace.cpp"
    compile g++ "$work/namespace" shared -std=c++17 "$work/namespace.cpp" && "$work/namespace"
}

cpp_unique() { # the same test, with the other names
    sed 's/"mcp_errors.hpp"/"mcp_errors_unique.hpp"/; s/\bmcp::/mcp_errors::/g; s/\bmcp_\(error\|advice\|kind\|status\|span\)\b/mcp_errors_\1/g; s/\bMCP_\([A-DF-Z]\)/MCP_ERRORS_\1/g' \
        tests/cpp/use.cpp >"$work/unique.cpp"
    compile g++ "$work/unique" shared -std=c++17 "$work/unique.cpp" && "$work/unique" && ! nm -u "$work/unique" | grep -E ' mcp_(err|adv|kind|json|caps|status)[a-z]*_' | grep -v mcp_errors_
}

cpp_temporaries() {
    local line
    for line in 'auto m = mcp::error::header_mismatch()->clone().message();' 'auto j = mcp::text().view();' \
        'std::string_view v = mcp::text();' 'auto t = mcp::advice().text();' 'auto s = mcp::error().supported_at(0);'; do
        printf '#include <mcp_errors.hpp>\nvoid f() { %s }\n' "$line" >"$work/temporary.cpp"
        g++ -std=c++17 -I "$include" -fsyntax-only "$work/temporary.cpp" >"$work/temporary.log" 2>&1 && echo "compiles: $line" && return 1
        grep -q 'deleted' "$work/temporary.log" || { cat "$work/temporary.log" && return 1; }
    done
    # What a result holds is not to be had from a temporary one: clang warns.
    printf '#include <mcp_errors.hpp>\nauto f() { auto m = mcp::error::header_mismatch()->message(); return m.size(); }\n' >"$work/temporary.cpp"
    clang++ -std=c++17 -I "$include" -fsyntax-only "$work/temporary.cpp" 2>&1 | grep -q 'dangling'
}

cpp_expected() {
    printf '#include <mcp_errors.hpp>\n#ifdef __cpp_lib_expected\n%s\n#else\nint main() { return 0; }\n#endif\n' \
        'int main() { auto e = mcp::error::from_jsonrpc("x").to_expected(); return !e && e.error() == mcp::status::invalid_json ? 0 : 1; }' >"$work/expected.cpp"
    compile g++ "$work/expected" shared -std=c++2b "$work/expected.cpp" && "$work/expected"
}

cpp_use() { # COMPILER HOW
    compile "$1" "$work/use-$1-$2" "$2" -std=c++17 -g -fno-exceptions -fno-rtti tests/cpp/use.cpp && "$work/use-$1-$2"
}

cpp_sanitized() { # COMPILER
    compile "$1" "$work/use-$1-sanitized" static -std=c++17 -g -fsanitize=address,undefined -fno-sanitize-recover=all tests/cpp/use.cpp &&
        "$work/use-$1-sanitized"
}
