/* Proves that valgrind and the sanitizers see what this library allocates: handles that are not freed. */
#include "check.h"

int main(void)
{
    for (int i = 0; i < 100; i++) /* the address of the last may be left in a register; those of the others are gone */
        EQUAL(mcp_error_kind(error_of("{\"code\":1,\"message\":\"m\\u0041\"}", 0)), MCP_KIND_SERVER_ERROR);
    return check_end("leaking");
}
