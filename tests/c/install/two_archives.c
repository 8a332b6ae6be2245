/* One program, two Rust archives: both work, also after a panic was caught in the other. */
#include <mcp_errors.h>

#include <stdio.h>

int second_answer(int seed);

int main(void)
{
    mcp_error *error = NULL;
    int answer = second_answer(0);
    mcp_status status = mcp_error_from_jsonrpc("{\"code\":-32020,\"message\":\"m\"}", 29, 400, &error, NULL);
    int modern = mcp_error_is_modern(error);
    mcp_error_free(error);
    printf("%d %d %d\n", answer, status, modern);
    return answer == 42 && status == MCP_STATUS_OK && modern && second_answer(1) == 41 ? 0 : 1;
}
