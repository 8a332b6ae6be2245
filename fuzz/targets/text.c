/* Strings: the decoder against a quoted string read as JSON, and the tables against any number. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *inside = (const char *)data;
    size_t needed = mcp_json_string_decode(inside, size, NULL, 0);
    char *out = malloc(needed + 1);
    out[needed] = '#';
    MUST(mcp_json_string_decode(inside, size, out, needed) == needed && out[needed] == '#');
    must_be_text((mcp_str){out, needed}, 0);
    /* With less room the need is the same, and nothing is written after it. */
    if (needed > 0) {
        out[needed / 2] = '#';
        MUST(mcp_json_string_decode(inside, size, out, needed / 2) == needed && out[needed / 2] == '#');
        MUST(mcp_json_string_decode(inside, size, out, needed) == needed);
    }

    /* {"message":"<inside>"} has the same message, where that is JSON. */
    static const char head[] = "{\"code\":-32601,\"message\":\"", tail[] = "\"}";
    size_t len = sizeof head - 1 + size + sizeof tail - 1;
    char *json = malloc(len);
    memcpy(json, head, sizeof head - 1);
    memcpy(json + sizeof head - 1, inside, size);
    memcpy(json + len - (sizeof tail - 1), tail, sizeof tail - 1);
    mcp_classification c = {.struct_size = sizeof c};
    if (fine(mcp_classify(json, len, 0, &c)) && c.message.offset == sizeof head - 1 && c.message.length == size) {
        mcp_error *error = NULL;
        MUST(mcp_error_from_jsonrpc(json, len, 0, &error, NULL) == MCP_STATUS_OK);
        MUST(same(mcp_error_message(error), (mcp_str){out, needed}));
        mcp_error_free(error);
    }
    free(json);

    /* As a local message it is what a log line makes of it. */
    mcp_error *local = NULL;
    MUST(mcp_error_new(MCP_KIND_TASK_ERROR, inside, size, &local) == MCP_STATUS_OK);
    must_be_sound(local);
    mcp_error_free(local);
    free(out);

    int64_t number = 0;
    memcpy(&number, data, size < sizeof number ? size : sizeof number);
    MUST(mcp_kind_name(mcp_kind_for_code(number)) != NULL && mcp_code_may_emit(number) >= 0);
    MUST(!mcp_code_is_modern(number) || mcp_kind_for_code(number) != MCP_KIND_SERVER_ERROR);
    MUST(mcp_code_http_status(number, MCP_ORIGIN_PROTOCOL) >= 200 && mcp_code_http_status(number, (mcp_origin)number) < 600);
    MUST(mcp_status_text((mcp_status)number) != NULL);
    mcp_kind parent = mcp_kind_parent((mcp_kind)number);
    MUST(parent == MCP_KIND_NONE || mcp_kind_is_a((mcp_kind)number, parent));
    return 0;
}
