/* Shows that an installed mcp_errors links and works: parses a response and compares the kind of its error. */
#include <mcp_errors.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"m\"}}";
    mcp_error *error = NULL;
    mcp_status status = mcp_error_from_response(text, strlen(text), &error);
    if (status != MCP_STATUS_OK || mcp_error_kind(error) != MCP_KIND_METHOD_NOT_FOUND_ERROR) {
        printf("status %d, kind %d\n", (int)status, error ? (int)mcp_error_kind(error) : -1);
        return 1;
    }
    printf("mcp_errors %s works\n", mcp_errors_version());
    mcp_error_free(error);
    return 0;
}
