/* The headers of a request: the request, then the schema. What a client sends by them, the server's check lets pass. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    text request = next_text(&rest, 0), schema = next_text(&rest, 1);
    mcp_failure failure = {.struct_size = sizeof failure};
    char *headers = NULL, *server = NULL;
    size_t len = 0, server_len = 0;
    mcp_status status = mcp_request_headers(request.ptr, request.len, schema.len ? schema.ptr : NULL, schema.len, &headers, &len, &failure);
    MUST(fine(status) == (headers != NULL));
    must_explain(status, &failure);
    if (headers == NULL)
        return 0;
    must_be_json((mcp_str){headers, len});
    for (size_t i = 0; i < len; i++)
        MUST((unsigned char)headers[i] >= 0x20 && (unsigned char)headers[i] < 0x7F);
    MUST(mcp_json_set(&server, &server_len, "versions", "[]", 2, 1, NULL) == MCP_STATUS_OK);
    MUST(mcp_json_set(&server, &server_len, "headers", headers, len, 1, NULL) == MCP_STATUS_OK);
    if (schema.len)
        MUST(mcp_json_set(&server, &server_len, "input_schema", schema.ptr, schema.len, 1, NULL) == MCP_STATUS_OK);
    mcp_error *refusal = NULL;
    mcp_status checked = mcp_request_check(request.ptr, request.len, server, server_len, &refusal, NULL);
    MUST(fine(checked));
    /* Where the version or the method goes encoded, no server takes it. */
    int encoded = strstr(headers, "Version\":\"=?base64?") || strstr(headers, "Method\":\"=?base64?");
    MUST(encoded || mcp_error_kind(refusal) != MCP_KIND_HEADER_MISMATCH_ERROR);
    mcp_error_free(refusal);
    mcp_string_free(headers);
    mcp_string_free(server);
    return 0;
}
