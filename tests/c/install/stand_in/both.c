/* One program, two libraries for MCP whose names are the same: each handle goes back to the library that made it. */
#include <mcp_errors_unique.h>

#include "other_mcp.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    mcp_errors_error *ours = NULL;
    mcp_error *theirs = mcp_error_create(7);
    char *text = NULL, *their_text = malloc(8);
    mcp_request_id id = {1};
    mcp_errors_status status = mcp_errors_error_from_jsonrpc("{\"code\":-32020,\"message\":\"m\"}", 29, 400, &ours, NULL);
    int modern = mcp_errors_error_is_modern(ours), named = mcp_errors_caps_missing("{}", 2, "{}", 2, &text, NULL, NULL);
    mcp_errors_error_free(ours);
    mcp_errors_string_free(text);
    int before = other_freed(); /* nothing of ours went there */
    mcp_error_free(theirs);
    mcp_string_free(their_text);
    printf("%d %d %d %d %d %d\n", status, modern, named, before, other_freed(), id.number + MCP_STATUS_OK);
    return status == MCP_ERRORS_STATUS_OK && modern && named == 0 && before == 0 && other_freed() == 11 ? 0 : 1;
}
