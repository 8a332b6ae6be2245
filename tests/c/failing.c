/* Proves that the test kit fails when a check does not hold. */
#include "check.h"

static void one_is_two(void)
{
    EQUAL(mcp_errors_abi_version(), 2);
}

int main(void)
{
    RUN(one_is_two);
    return check_end("failing");
}
