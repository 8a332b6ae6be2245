/* The algebra of capabilities: what is declared, what is required, what could be declared. */
#include "harness.h"

typedef struct owned {
    char *ptr;
    size_t len;
    mcp_status status;
} owned;

static owned missing(const char *declared, size_t declared_len, const char *required, size_t required_len)
{
    owned out = {NULL, 0, 0};
    out.status = mcp_caps_missing(declared, declared_len, required, required_len, &out.ptr, &out.len, NULL);
    MUST(fine(out.status) == (out.ptr != NULL));
    if (out.ptr)
        must_be_json((mcp_str){out.ptr, out.len});
    return out;
}

static int empty(owned o) { return o.len == 2 && memcmp(o.ptr, "{}", 2) == 0; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    text declared = next_text(&rest, 0), required = next_text(&rest, 0), supported = next_text(&rest, 1);

    owned input = {NULL, 0, 0};
    input.status = mcp_caps_for_input_request(declared.ptr, declared.len, required.ptr, required.len, &input.ptr, &input.len, NULL);
    MUST(fine(input.status) == (input.ptr != NULL));
    if (input.ptr)
        MUST(mcp_caps_is_well_formed(input.ptr, input.len));
    mcp_string_free(input.ptr);

    owned lacking = missing(declared.ptr, declared.len, required.ptr, required.len);
    if (lacking.ptr == NULL)
        return 0;
    /* What is missing is missing still. */
    owned still = missing(declared.ptr, declared.len, lacking.ptr, lacking.len);
    MUST(still.ptr && still.len == lacking.len && memcmp(still.ptr, lacking.ptr, still.len) == 0);
    mcp_string_free(still.ptr);

    owned beyond = missing(supported.ptr, supported.len, lacking.ptr, lacking.len);
    owned whole = {NULL, 0, 0};
    whole.status = mcp_caps_declare(declared.ptr, declared.len, lacking.ptr, lacking.len, supported.ptr, supported.len, &whole.ptr,
                                    &whole.len, NULL);
    MUST(fine(whole.status) == (whole.ptr != NULL) && (whole.ptr != NULL) == (beyond.ptr != NULL));
    if (whole.ptr) {
        must_be_json((mcp_str){whole.ptr, whole.len});
        /* Where the client could supply all that was missing, nothing is missing afterwards. */
        owned left = missing(whole.ptr, whole.len, required.ptr, required.len);
        MUST(left.ptr && (!empty(beyond) || empty(left)));
        mcp_string_free(left.ptr);
        if (mcp_caps_is_well_formed(declared.ptr, declared.len) && mcp_caps_is_well_formed(supported.ptr, supported.len))
            MUST(mcp_caps_is_well_formed(whole.ptr, whole.len));
    }
    mcp_string_free(whole.ptr);
    mcp_string_free(beyond.ptr);
    mcp_string_free(lacking.ptr);
    return 0;
}
