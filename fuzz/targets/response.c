/* A whole response, in band and as the body of an HTTP answer without headers: a status byte, then the body. */
#include "harness.h"

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

    MUST(mcp_classify_response(body.ptr, body.len, 0, &c) == MCP_STATUS_OK);
    compare(mcp_error_from_response(body.ptr, body.len, &error), error, &c, body);
    mcp_error_free(error);
    if (status == 0)
        return 0;
    mcp_http_response answer = {.struct_size = sizeof answer, .status = status, .body = body.ptr, .body_len = body.len};
    MUST(mcp_classify_response(body.ptr, body.len, status, &c) == MCP_STATUS_OK);
    error = NULL;
    mcp_status made = mcp_error_from_http(&answer, &error, NULL);
    compare(made, error, &c, body);
    mcp_error_free(error);
    return 0;
}
