/* A whole response, in band and as the body of an HTTP answer without headers: a status byte, then the body. */
#include "harness.h"

static int begins_like_events(text body)
{
    static const char *const fields[] = {":", "data:", "event:", "id:", "retry:"};
    if (body.len >= 3 && memcmp(body.ptr, "\xEF\xBB\xBF", 3) == 0)
        body.ptr += 3, body.len -= 3;
    while (body.len > 0 && strchr(" \t\r\n", *body.ptr) && *body.ptr)
        body.ptr++, body.len--;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (body.len >= strlen(fields[i]) && memcmp(body.ptr, fields[i], strlen(fields[i])) == 0)
            return 1;
    return 0;
}

static void compare(mcp_status made, const mcp_error *error, const mcp_classification *c, text body)
{
    MUST((made == MCP_STATUS_OK) == (error != NULL));
    if (error == NULL) {
        MUST(made == MCP_STATUS_NOT_AN_ERROR && c->flags == MCP_FLAG_NOT_AN_ERROR && c->kind == MCP_KIND_NONE);
        return;
    }
    must_be_sound(error);
    must_agree(c, error, body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text body = {(const char *)data, size};
    uint16_t status = status_of(next_byte(&body));
    mcp_error *error = NULL;
    mcp_classification c = {.struct_size = sizeof c};

    mcp_span id = {0, 0};
    MUST(mcp_classify_response(body.ptr, body.len, 0, &c) == MCP_STATUS_OK);
    MUST(c.message_type == mcp_message_type_of(body.ptr, body.len, &id) && c.id.offset == id.offset && c.id.length == id.length);
    MUST(id.offset == UINT64_MAX || (id.offset <= body.len && id.length <= body.len - id.offset));
    compare(mcp_error_from_response(body.ptr, body.len, &error), error, &c, body);
    mcp_error_free(error);
    if (status == 0)
        return 0;
    /* Classification reads no event stream, which HTTP recognizes by how it begins. */
    char *stream = NULL;
    MUST(fine(mcp_sse_response(body.ptr, body.len, &stream, NULL)));
    mcp_string_free(stream);
    if (stream != NULL || begins_like_events(body))
        return 0;
    mcp_http_response answer = {.struct_size = sizeof answer, .status = status, .body = body.ptr, .body_len = body.len};
    MUST(mcp_classify_response(body.ptr, body.len, status, &c) == MCP_STATUS_OK);
    error = NULL;
    mcp_status made = mcp_error_from_http(&answer, &error, NULL);
    compare(made, error, &c, body);
    mcp_error_free(error);
    return 0;
}
