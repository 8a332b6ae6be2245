/* Negotiation: the whole response to a probe or to initialize, then the context. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    text response = next_text(&rest, 0), context = next_text(&rest, 1);
    mcp_failure failure = {.struct_size = sizeof failure};
    mcp_advice *advice = NULL;
    mcp_status status = mcp_negotiate(response.ptr, response.len, context.ptr, context.len, &advice, &failure);
    MUST(fine(status) == (advice != NULL) && status != MCP_STATUS_NOT_AN_ERROR);
    must_explain(status, &failure);
    if (advice == NULL)
        return 0;
    MUST(mcp_message_type_of(response.ptr, response.len, NULL) == MCP_MESSAGE_RESULT || response.len > 0);
    must_be_advice(advice);
    mcp_action action = mcp_advice_action(advice);
    MUST(action == MCP_ACTION_GO_ON || action == MCP_ACTION_INITIALIZE || action == MCP_ACTION_GIVE_UP);
    MUST(action != MCP_ACTION_GO_ON || mcp_advice_version(advice).len > 0);
    /* Where the client speaks one of the server's versions, the next context serves for the request itself. */
    if (action == MCP_ACTION_GO_ON) {
        mcp_error *gone = NULL;
        mcp_str next = mcp_advice_context_json(advice);
        MUST(mcp_error_new(MCP_KIND_REQUEST_TIMEOUT_ERROR, NULL, 0, &gone) == MCP_STATUS_OK);
        must_advise(gone, next.ptr, next.len);
        mcp_error_free(gone);
    }
    mcp_advice_free(advice);
    return 0;
}
