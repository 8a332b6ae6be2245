/* Proves that valgrind and the sanitizers see what this library allocates: a handle that is not freed. */
#include "check.h"

int main(void)
{
    mcp_error *e = error_of("{\"code\":1,\"message\":\"m\\u0041\"}", 0);
    int bad = mcp_error_kind(e) != MCP_KIND_SERVER_ERROR;
    e = NULL;
    return bad + check_end("leaking");
}
