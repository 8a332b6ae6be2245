/* A server's check before any work: reads a request, a line of standard input, and writes the answer that refuses it, or "go ahead". */
#include <mcp_errors.h>

#include <stdio.h>
#include <string.h>

/* A server over stdio (headers null) whose one tool has to ask the person something in a form. */
static const char server[] = "{\"versions\":[\"2026-07-28\"],\"methods\":[\"server/discover\",\"tools/list\",\"tools/call\"],"
                             "\"required\":{\"elicitation\":{\"form\":{}}},\"headers\":null}";

int main(void)
{
    static char request[1 << 20];
    mcp_error *refusal = NULL;
    mcp_span id = {UINT64_MAX, 0};
    char *answer = NULL;
    if (!fgets(request, sizeof request, stdin))
        return 2;
    size_t len = strlen(request);

    mcp_status status = mcp_request_check(request, len, server, strlen(server), &refusal, NULL);
    if (status != MCP_STATUS_OK) { /* the text `server` above is wrong, or memory is short */
        fprintf(stderr, "%s\n", mcp_status_text(status));
        return 2;
    }
    if (refusal == NULL) {
        puts("go ahead");
        return 0;
    }

    /* The id goes back as it was sent, of any width; a request that is no JSON has none. */
    mcp_request_id(request, len, &id);
    const char *id_json = id.offset == UINT64_MAX ? NULL : request + id.offset;
    status = mcp_error_to_response_json(refusal, MCP_ERA_MODERN, id_json, (size_t)id.length, &answer, NULL, NULL);
    if (status == MCP_STATUS_OK)
        printf("HTTP %u\n%s\n", mcp_error_http_status(refusal), answer);
    mcp_string_free(answer);
    mcp_error_free(refusal);
    return status == MCP_STATUS_OK ? 1 : 2;
}
