# The names that are exported, declared, bound; the sizes.

step_symbols() {
    need nm gcc strip python3 ruby || return
    check "symbols: library, header and tests/symbols.txt are one" python3 tests/c/symbols.py "${static%.a}.so" include/mcp_errors.h tests/symbols.txt
    refuse "symbols: a name that only the header has is found" python3 tests/c/symbols.py "${static%.a}.so" \
        <(sed 's/mcp_errors_version(void)/mcp_errors_edition(void)/' include/mcp_errors.h) tests/symbols.txt
    refuse "symbols: a name that only the list has is found" python3 tests/c/symbols.py "${static%.a}.so" include/mcp_errors.h \
        <(echo mcp_zzz | cat tests/symbols.txt -)
    local binding
    for binding in python ruby; do
        if [ -d "bindings/$binding" ]; then
            check "symbols: what bindings/$binding binds exists" python3 tests/c/symbols.py --binding "bindings/$binding" tests/symbols.txt
        fi
    done
    check "symbols: Python declares each function as the header does" signatures python include/mcp_errors.cdef
    check "symbols: Ruby declares each function as the header does" signatures ruby include/mcp_errors.cdef
    sed 's/^uint32_t mcp_verdicts(mcp_kind kind/uint32_t mcp_verdicts(int64_t kind/; s/^bool mcp_sse_reader_retry_ms/int32_t mcp_sse_reader_retry_ms/' \
        include/mcp_errors.cdef >"$work/other.cdef"
    refuse "symbols: another parameter is found" signatures python "$work/other.cdef"
    refuse "symbols: another result is found" signatures ruby "$work/other.cdef"
    check "symbols: both names of each function at one address, under one version" one_address
    check "symbols: the soname is libmcp_errors.so.1" soname
    check "size: the shared library has at most 450 KB" at_most 450000 "${static%.a}.so"
}

signatures() { # LANGUAGE CDEF
    MCP_ERRORS_LIBRARY=${static%.a}.so python3 tests/c/signatures.py "$1" "bindings/$1" "$2"
}

one_address() {
    nm -D --defined-only "${static%.a}.so" | sed -n 's/@@MCP_ERRORS_1.0$//p' | sed -E 's/^([0-9a-f]*) . mcp_(errors_)?/\1 /' | sort | uniq -c >"$work/addresses"
    local number
    number=$(grep -vc '^mcp_errors_' tests/symbols.txt)
    # A line for each function, counted twice; two functions may share one body.
    awk '$1 % 2 {print; wrong = 1} END {exit wrong}' <(grep -vE ' (version|version_number|abi_version)$' "$work/addresses") || return
    [ "$(wc -l <"$work/addresses")" -eq "$(wc -l <tests/symbols.txt)" ] && ! nm -D --defined-only "${static%.a}.so" | grep -v MCP_ERRORS_1.0
}

soname() {
    readelf -d "${static%.a}.so" | grep -F 'Library soname: [libmcp_errors.so.1]' && readelf -d "${static%.a}.so" | grep NODELETE
}

at_most() { # BYTES FILE
    local size
    size=$(stat -L -c %s "$2") && echo "$2: $size bytes" && [ "$size" -le "$1" ]
}
