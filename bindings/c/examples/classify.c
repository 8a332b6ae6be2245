/* Reads one JSON-RPC response, a line of standard input, and prints what kind of error it is and what to do next. */
#include <mcp_errors.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    static char line[1 << 20];
    mcp_error *error = NULL;
    mcp_advice *advice = NULL;
    if (!fgets(line, sizeof line, stdin))
        return 2;

    mcp_status status = mcp_error_from_response(line, strlen(line), &error);
    if (status == MCP_STATUS_NOT_AN_ERROR) {
        puts("a result, no error");
        return 0;
    }
    if (status != MCP_STATUS_OK) {
        fprintf(stderr, "%s\n", mcp_status_text(status));
        return 2;
    }

    /* Text of a handle is pointer and length. The log line is safe to print; the message is as the peer sent it. */
    mcp_str log_line = mcp_error_log_line(error), required = mcp_error_required_caps_json(error);
    printf("%.*s\n", (int)log_line.len, log_line.ptr);
    if (mcp_error_kind(error) == MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR)
        printf("needs %.*s\n", (int)required.len, required.ptr);
    printf("%s\n", mcp_error_is_modern(error) ? "only a modern server says so" : "any server may say so");

    const char context[] = "{\"transport\":\"stdio\",\"purpose\":\"request\"}";
    status = mcp_error_advise(error, context, strlen(context), &advice, NULL);
    if (status == MCP_STATUS_OK)
        printf("%s: %s\n", mcp_action_name(mcp_advice_action(advice)), mcp_reason_name(mcp_advice_reason(advice)));
    else
        fprintf(stderr, "%s\n", mcp_status_text(status));
    mcp_advice_free(advice);
    mcp_error_free(error);
    return status == MCP_STATUS_OK ? 1 : 2;
}
