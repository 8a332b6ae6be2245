/* Advice: a status byte, the error member, then the context. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    uint16_t status = status_of(next_byte(&rest));
    text json = next_text(&rest, 0), context = next_text(&rest, 1);
    mcp_error *error = NULL, *local = NULL;
    if (mcp_error_from_jsonrpc(json.ptr, json.len, status, &error, NULL) == MCP_STATUS_OK)
        must_advise(error, context.ptr, context.len);
    mcp_error_free(error);
    /* A local condition with the same context, of any kind. */
    MUST(mcp_error_new((mcp_kind)(size % 33), "gone", 4, &local) == MCP_STATUS_OK);
    must_advise(local, context.ptr, context.len);
    mcp_error_free(local);
    return 0;
}
