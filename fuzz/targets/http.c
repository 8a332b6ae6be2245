/* An HTTP answer: a status byte, a byte for the limit, then Content-Type, WWW-Authenticate, Retry-After and body. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    uint16_t status = status_of(next_byte(&rest));
    unsigned limit = next_byte(&rest);
    text type = next_text(&rest, 0), challenge = next_text(&rest, 0), retry = next_text(&rest, 0), body = next_text(&rest, 1);
    mcp_http_response answer = {.struct_size = sizeof answer,
                                .status = status ? status : 200,
                                .content_type = type.len ? type.ptr : NULL,
                                .content_type_len = type.len,
                                .www_authenticate = challenge.len ? challenge.ptr : NULL,
                                .www_authenticate_len = challenge.len,
                                .retry_after = retry.len ? retry.ptr : NULL,
                                .retry_after_len = retry.len,
                                .body = body.ptr,
                                .body_len = body.len,
                                .max_error_body = limit == 255 ? 0 : limit * 8};
    mcp_error *error = NULL;
    mcp_status made = mcp_error_from_http(&answer, &error, NULL);
    MUST(fine(made) == (error != NULL));
    if (error == NULL) {
        MUST(made == MCP_STATUS_NOT_AN_ERROR && answer.status / 100 == 2);
        return 0;
    }
    MUST(mcp_error_http_status(error) == answer.status);
    must_be_sound(error);
    static const char clock[] = "{\"purpose\":\"probe\",\"now_ms\":1800000000000}";
    must_advise(error, clock, sizeof clock - 1);
    mcp_error_free(error);
    return 0;
}
