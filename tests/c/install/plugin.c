/* A plugin that uses the library; plugin_host.c loads and unloads it. */
#include <mcp_errors.h>

#include <string.h>

int plugin_work(const char *json);

int plugin_work(const char *json)
{
    mcp_error *error = NULL;
    mcp_advice *advice = NULL;
    int right = mcp_error_from_response(json, strlen(json), &error) == MCP_STATUS_OK && mcp_error_view_json(error).len > 0 &&
                mcp_error_advise(error, NULL, 0, &advice, NULL) == MCP_STATUS_OK && mcp_advice_text(advice).len > 0;
    mcp_advice_free(advice);
    mcp_error_free(error);
    return right;
}
