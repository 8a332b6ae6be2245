/* A server's check before any work: reads a request, a line of standard input, and writes the response that refuses it, or "go ahead". */
#include <mcp_errors.h>

#include <stdio.h>
#include <string.h>

/* A server over stdio (headers null) with one tool that asks the user to fill in a form. */
static const char server[] = "{\"versions\":[\"2026-07-28\"],\"methods\":[\"server/discover\",\"tools/list\",\"tools/call\"],"
                             "\"required\":{\"elicitation\":{\"form\":{}}},\"headers\":null}";

int main(void)
{
    static char request[1 << 20];
    mcp_error *refusal = NULL;
    mcp_failure failure = {sizeof failure, "", "", "", SIZE_MAX};
    mcp_request parts = {0};
    char *response = NULL;
    if (!fgets(request, sizeof request, stdin))
        return 2;
    size_t len = strlen(request);

    mcp_status status = mcp_request_check(request, len, server, strlen(server), &refusal, &failure);
    if (status != MCP_STATUS_OK) { /* the text `server` above is wrong, or memory is short */
        fprintf(stderr, "%s: %s %s %s\n", mcp_status_text(status), failure.parameter, failure.member, failure.problem);
        return 2;
    }
    if (refusal == NULL) {
        puts("go ahead");
        return 0;
    }

    /* Send the id back unchanged, whatever its width. A request that is not JSON has none. */
    parts.struct_size = sizeof parts;
    status = mcp_request_read(request, len, &parts);
    bool has_id = status == MCP_STATUS_OK && parts.id.offset != UINT64_MAX;
    status = mcp_error_to_response_json(refusal, MCP_ERA_MODERN, has_id ? request + parts.id.offset : NULL, has_id ? (size_t)parts.id.length : 0,
                                        &response, NULL, NULL);
    if (status == MCP_STATUS_OK)
        printf("HTTP %u\n%s\n", mcp_error_http_status(refusal), response);
    else
        fprintf(stderr, "%s\n", mcp_status_text(status));
    mcp_string_free(response);
    mcp_error_free(refusal);
    return status == MCP_STATUS_OK ? 1 : 2;
}
