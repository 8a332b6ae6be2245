/* Results judged by what was asked: a status byte, the response, then the context. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    uint16_t http_status = status_of(next_byte(&rest));
    text response = next_text(&rest, 0), context = next_text(&rest, 1);
    mcp_failure failure = {.struct_size = sizeof failure};
    mcp_error *judged = NULL, *plain = NULL;
    mcp_status status = mcp_error_from_answer(response.ptr, response.len, context.ptr, context.len, &judged, &failure);
    MUST(fine(status) == (judged != NULL));
    must_explain(status, &failure);
    mcp_status unjudged = mcp_error_from_response(response.ptr, response.len, &plain);
    if (status == MCP_STATUS_NOT_AN_ERROR)
        MUST(unjudged == status);
    if (judged != NULL) {
        mcp_kind kind = mcp_error_kind(judged);
        if (plain != NULL)
            must_be_same_error(judged, plain);
        else
            MUST(unjudged == MCP_STATUS_NOT_AN_ERROR && (kind == MCP_KIND_INPUT_REQUIRED_ERROR || kind == MCP_KIND_INVALID_RESULT_ERROR));
        must_be_sound(judged);
        must_advise(judged, context.ptr, context.len);
    }
    mcp_error_free(judged);
    mcp_error_free(plain);

    /* The same over HTTP: a context changes nothing but what becomes of a result. */
    mcp_http_response answer = {.struct_size = sizeof answer, .status = http_status ? http_status : 200, .body = response.ptr,
                                .body_len = response.len, .context_json = context.ptr, .context_len = context.len};
    judged = plain = NULL;
    status = mcp_error_from_http(&answer, &judged, &failure);
    MUST(fine(status) == (judged != NULL));
    must_explain(status, &failure);
    answer.context_json = NULL, answer.context_len = 0;
    unjudged = mcp_error_from_http(&answer, &plain, NULL);
    if (status == MCP_STATUS_OK && unjudged == MCP_STATUS_OK)
        must_be_same_error(judged, plain);
    if (judged != NULL)
        must_be_sound(judged);
    mcp_error_free(judged);
    mcp_error_free(plain);
    return 0;
}
