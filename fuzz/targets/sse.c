/* A body of server-sent events: a status byte, then the stream. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text body = {(const char *)data, size};
    uint16_t status = status_of(next_byte(&body));
    char *found = NULL;
    size_t len = 0;
    MUST(fine(mcp_sse_response(body.ptr, body.len, &found, &len)));
    static const char type[] = "text/event-stream";
    mcp_http_response answer = {.struct_size = sizeof answer,
                                .status = status ? status : 200,
                                .content_type = type,
                                .content_type_len = sizeof type - 1,
                                .body = body.ptr,
                                .body_len = body.len};
    /* What begins like JSON is JSON, whatever its Content-Type. */
    text start = body;
    if (start.len >= 3 && memcmp(start.ptr, "\xEF\xBB\xBF", 3) == 0)
        start.ptr += 3, start.len -= 3;
    while (start.len > 0 && *start.ptr && strchr(" \t\r\n", *start.ptr))
        start.ptr++, start.len--;
    if (start.len > 0 && (*start.ptr == '{' || *start.ptr == '[')) {
        mcp_string_free(found);
        return 0;
    }
    mcp_error *error = NULL;
    mcp_status made = mcp_error_from_http(&answer, &error, NULL);
    mcp_classification c = {.struct_size = sizeof c};
    /* As the header tells a host to do it: unwrap, then classify; an empty body where there is no response. */
    MUST(mcp_classify_response(found, len, answer.status, &c) == MCP_STATUS_OK);
    MUST((made == MCP_STATUS_OK) == (error != NULL));
    if (error) {
        must_be_sound(error);
        /* An empty body of 202 or 204 means another thing than a stream that ended without a response. */
        if (found != NULL || (answer.status != 202 && answer.status != 204))
            must_agree(&c, error, (text){found, len});
    } else {
        MUST(made == MCP_STATUS_NOT_AN_ERROR && c.flags == MCP_FLAG_NOT_AN_ERROR);
    }
    mcp_error_free(error);
    mcp_string_free(found);
    return 0;
}
