# A program of today runs with the library of tomorrow: the header against the one of ABI version 1, and a guard that sees each mistake.

guard=tests/abi/guard.sh
released=tests/abi/mcp_errors-1.h

step_abi() {
    need gcc abidiff python3 localedef || return
    check "abi: the header fits ABI version 1" $guard $released include/mcp_errors.h
    make_locale
    local program
    for program in errors arguments classify decide serve making; do
        check "abi: a program of version 1 runs: $program" of_version_1 "$program"
    done

    caught "a removed function" '/^const char \*mcp_kind_name/d'
    caught "a renamed function" 's/mcp_kind_name(/mcp_kind_title(/'
    caught "another return type" 's/^uint16_t mcp_error_http_status/uint32_t mcp_error_http_status/'
    caught "another parameter type" 's/mcp_kind_for_code(int64_t code)/mcp_kind_for_code(int32_t code)/'
    caught "a parameter more" 's/mcp_error_free(struct mcp_error \*error)/mcp_error_free(struct mcp_error *error, int32_t how)/'
    caught "a parameter less" 's/mcp_code_http_status(int64_t code, mcp_origin origin)/mcp_code_http_status(int64_t code)/'
    caught "two parameters of the same width swapped" 's/mcp_error_supported_at(const struct mcp_error \*error, size_t index)/mcp_error_supported_at(size_t index, const struct mcp_error *error)/'
    caught "another type of an out-parameter" 's/mcp_advice_delay_ms(const struct mcp_advice \*advice, uint64_t \*out)/mcp_advice_delay_ms(const struct mcp_advice *advice, double *out)/'
    caught "a struct that grew in its middle" 's/^  int64_t code;/  int64_t code;\n  int64_t more;/'
    caught "a member in the padding" 's/^  uint16_t status;/  uint16_t status;\n  uint16_t more;/'
    caught "a member of another type, as wide" 's/^  uint32_t flags;/  int32_t flags;/'
    caught "two members swapped" '/^  uint32_t local;/{h;s/local/built/;p;x;b};/^  uint32_t built;/d'
    caught "a removed member" '/^  size_t max_error_body;/d'
    caught "a text that grew, though it is passed by value" '/^typedef struct mcp_str {/,/^}/s/^  size_t len;/&\n  size_t capacity;/'
    caught "a span that grew, though it lies in others" '/^typedef struct mcp_span {/,/^}/s/^  uint64_t length;/&\n  uint64_t more;/'
    caught "a renumbered enumerator" 's/MCP_ACTION_REISSUE = 5/MCP_ACTION_REISSUE = 50/'
    caught "two enumerators swapped" 's/MCP_ERA_MODERN = 0/MCP_ERA_MODERN = 1/;s/MCP_ERA_MODERN_WITHOUT_DISCOVER = 1/MCP_ERA_MODERN_WITHOUT_DISCOVER = 0/'
    caught "a removed enumerator" '/MCP_REASON_INVALID_CURSOR = 20,/d'
    caught "a code with another number" 's/MCP_CODE_PARSE_ERROR = -32700/MCP_CODE_PARSE_ERROR = -32701/'
    caught "a removed code" '/MCP_CODE_INVALID_PARAMS/d'
    caught "an enumerator put in between" 's/  MCP_STATUS_OUT_OF_MEMORY = 6,/  MCP_STATUS_BUSY = 6,\n  MCP_STATUS_OUT_OF_MEMORY = 7,/'
    caught "an enumerator with a number that is taken" 's/  MCP_ERA_INCONCLUSIVE = 3,/&\n  MCP_ERA_POSTMODERN = 3,/'
    caught "an enumeration of another width" 's/^typedef int32_t mcp_kind;/typedef int64_t mcp_kind;/'
    caught "a changed constant" 's/MCP_FLAG_MODERN = 2,/MCP_FLAG_MODERN = 65536,/'
    caught "a removed constant" '/^  MCP_FLAG_DATA_NOT_UTF8/d'
    caught "a flag with a bit that is taken" 's/MCP_FLAG_MODERN = 2,/&\n  MCP_FLAG_NEW = 2,/'

    passes "the same header"
    passes "a function more" 's/^void mcp_string_free(char \*text);/&\nvoid mcp_new(void);/'
    passes "a member at the end of a struct with its size" '/^typedef struct mcp_view {/,/^}/s/^  struct mcp_str log_line;/&\n  struct mcp_str more;/'
    passes "members at the end of three" 's/^  struct mcp_span arguments;/&\n  uint64_t more;/;s/^  size_t context_len;/&\n  size_t more;/;s/^  struct mcp_str log_line;/&\n  int32_t more, rest;/'
    passes "a code more" 's/  MCP_CODE_PARSE_ERROR = -32700,/&\n  MCP_CODE_NEW = -32023,/'
    passes "an enumerator at the end" 's/  MCP_STATUS_OUT_OF_MEMORY = 6,/&\n  MCP_STATUS_BUSY = 7,/'
    passes "a constant more" 's/MCP_FLAG_MODERN = 2,/&\n  MCP_FLAG_NEW = 65536,/'
    passes "another comment" 's/^ \* Frees text that/ * Releases what/'
}

of_version_1() { # PROGRAM: compiled with the header of then, run with the library of now
    local include=$work/version-1
    mkdir -p "$include" && cp "$released" "$include/mcp_errors.h" && run_program gcc shared "$1"
}

# mutant SED: the header of version 1 with a change; fails if the change does not fit the header any more.
mutant() {
    sed -e "${1:-}" "$released" >"$work/mutant.h"
    [ $# -eq 0 ] || ! cmp -s "$released" "$work/mutant.h"
}

guard_catches() { # SED
    mutant "$1" || return
    # The mutant is C: it is the guard that refuses it, not the compiler.
    gcc -std=c11 -x c -fsyntax-only "$work/mutant.h" || return
    $guard $released "$work/mutant.h" >"$work/verdict" 2>&1
    [ $? -eq 1 ] && grep 'the ABI is broken' "$work/verdict" && return
    cat "$work/verdict"
    return 1
}

guard_allows() { mutant "$@" && $guard $released "$work/mutant.h"; }

caught() { check "abi: the guard catches $1" guard_catches "$2"; }
passes() { check "abi: the guard allows $1" guard_allows "${@:2}"; }
export guard released
