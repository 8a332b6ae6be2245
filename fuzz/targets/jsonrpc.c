/* The value of an error member: a status byte, then JSON. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text json = {(const char *)data, size};
    uint16_t status = status_of(next_byte(&json));
    mcp_error *error = NULL;
    mcp_classification c = {.struct_size = sizeof c};
    size_t offset = 0;
    mcp_status checked = mcp_json_check(json.ptr, json.len, &offset);
    mcp_status made = mcp_error_from_jsonrpc(json.ptr, json.len, status, &error, NULL);
    MUST(checked == made && made == mcp_classify(json.ptr, json.len, status, &c));
    if (!fine(made)) {
        size_t sooner = 0;
        MUST(made == MCP_STATUS_INVALID_JSON && error == NULL && offset <= json.len);
        /* Where it goes wrong does not depend on what follows. */
        MUST(mcp_json_check(json.ptr, offset, &sooner) == MCP_STATUS_OK || sooner == offset);
        return 0;
    }
    must_be_sound(error);
    must_agree(&c, error, json);
    mcp_error_free(error);
    return 0;
}
