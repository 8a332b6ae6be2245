/* The builders: bytes that choose kind, code and status, then a message, data, and a third text. */
#include "harness.h"

static void must_be_sendable(mcp_error *error)
{
    char *out = NULL;
    size_t len = 0;
    int64_t code = 0;
    MUST(mcp_error_code(error, &code) && mcp_code_is_modern(code) && mcp_error_is_modern(error));
    MUST(mcp_error_to_json(error, MCP_ERA_MODERN, &out, &len, NULL) == MCP_STATUS_OK && mcp_error_http_status(error) == 400);
    mcp_string_free(out);
    must_be_sound(error);
    mcp_error_free(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int64_t codes[] = {-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022, -32002, -32042, -32050, -32001, 0, 1,
                                    INT64_MIN, INT64_MAX};
    text rest = {(const char *)data, size};
    mcp_kind kind = (mcp_kind)(next_byte(&rest) % 36) - 1;
    unsigned pick = next_byte(&rest);
    uint16_t status = status_of(next_byte(&rest));
    text message = next_text(&rest, 0), json = next_text(&rest, 0), third = next_text(&rest, 1);
    const int64_t *code = pick % 17 < 16 ? &codes[pick % 17] : NULL;
    mcp_error *error = NULL;

    if (fine(mcp_error_new(kind, message.ptr, message.len, &error))) {
        MUST(mcp_error_is_local(error) && mcp_error_code_text(error).len == 0);
        must_be_sound(error);
    }
    mcp_error_free(error);

    int with_data = pick & 64;
    mcp_status made = mcp_error_new_server(kind, message.ptr, message.len, code, with_data ? json.ptr : NULL, with_data ? json.len : 0,
                                           status, &error, NULL);
    if (fine(made)) {
        MUST(mcp_kind_is_a(kind, MCP_KIND_SERVER_ERROR));
        must_be_sound(error);
        /* What must not be sent is not written out. */
        char *out = NULL;
        mcp_status written = mcp_error_to_json(error, MCP_ERA_MODERN, &out, NULL, NULL);
        if (code && mcp_code_may_emit(*code) == MCP_EMIT_FORBIDDEN)
            MUST(written == MCP_STATUS_FORBIDDEN_CODE);
        if (code == NULL)
            MUST(written == MCP_STATUS_INVALID_ARGUMENT);
        mcp_string_free(out);
        MUST((mcp_verdicts(kind, code, status, mcp_error_is_well_formed(error)) & 63) == verdicts_of(error));
        MUST(mcp_data_is_well_formed(kind, with_data ? json.ptr : NULL, with_data ? json.len : 0) == mcp_error_is_well_formed(error));
        mcp_error_free(error);
    }
    if (fine(mcp_error_new_insufficient_scope(message.ptr, message.len, json.ptr, json.len, third.ptr, third.len, &error)))
        must_be_sound(error);
    mcp_error_free(error);
    if (fine(mcp_error_new_missing_capability(json.ptr, json.len, message.ptr, message.len, &error, NULL)))
        must_be_sendable(error);
    if (fine(mcp_error_new_unsupported_version(third.ptr, third.len, json.ptr, json.len, message.ptr, message.len, &error, NULL)))
        must_be_sendable(error);
    if (fine(mcp_error_new_header_mismatch(message.ptr, message.len, &error)))
        must_be_sendable(error);
    return 0;
}
