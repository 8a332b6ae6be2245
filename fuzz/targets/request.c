/* A server's check of a request, and the answer to it: the request, then the server's side. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    text request = next_text(&rest, 0), server = next_text(&rest, 1);
    mcp_request parts = {.struct_size = sizeof parts};
    mcp_status read = mcp_request_read(request.ptr, request.len, &parts);
    MUST(read == mcp_json_check(request.ptr, request.len, NULL));
    mcp_span id = parts.id;
    int has_id = fine(read) && id.offset != UINT64_MAX;
    if (fine(read)) {
        MUST(parts.message_type == mcp_message_type_of(request.ptr, request.len, NULL));
        const mcp_span spans[] = {parts.id, parts.method, parts.name, parts.protocol_version, parts.capabilities, parts.arguments};
        for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
            if (spans[i].offset != UINT64_MAX) {
                MUST(spans[i].offset <= request.len && spans[i].length <= request.len - spans[i].offset);
                MUST(mcp_json_check(request.ptr + spans[i].offset, spans[i].length, NULL) == MCP_STATUS_OK);
            }
    }

    mcp_error *refusal = NULL;
    mcp_failure failure = {.struct_size = sizeof failure};
    mcp_status status = mcp_request_check(request.ptr, request.len, server.ptr, server.len, &refusal, &failure);
    must_explain(status, &failure);
    if (!fine(status)) {
        MUST(refusal == NULL);
        return 0;
    }
    if (refusal == NULL)
        return 0;
    must_be_sound(refusal);
    int64_t code = 0;
    MUST(mcp_error_code(refusal, &code) && mcp_error_http_status(refusal) >= 400 && mcp_error_is_well_formed(refusal));
    MUST(mcp_code_may_emit(code) == MCP_EMIT_OK && mcp_error_message(refusal).len > 0);
    char *out = NULL;
    size_t len = 0;
    const char *id_json = has_id ? request.ptr + id.offset : NULL;
    status = mcp_error_to_response_json(refusal, MCP_ERA_MODERN, id_json, has_id ? id.length : 0, &out, &len, NULL);
    MUST(fine(status));
    must_be_json((mcp_str){out, len});
    mcp_error *sent = NULL;
    MUST(mcp_error_from_response(out, len, &sent) == MCP_STATUS_OK);
    MUST(mcp_error_kind(sent) == mcp_error_kind(refusal) && same(mcp_error_message(sent), mcp_error_message(refusal)));
    MUST(same(mcp_error_data_json(sent), mcp_error_data_json(refusal)));
    mcp_span echoed = {0, 0};
    MUST(mcp_message_type_of(out, len, &echoed) == MCP_MESSAGE_ERROR && (echoed.offset != UINT64_MAX) == has_id);
    mcp_error_free(sent);
    mcp_error_free(refusal);
    mcp_string_free(out);
    return 0;
}
