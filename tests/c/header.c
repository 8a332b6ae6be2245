/* The header first, alone and twice; then the layout of its structs. Compiles as C and as C++. */
#include "mcp_errors.h"
#include "mcp_errors.h"

#include "layout.h"

#ifdef SECOND_UNIT
mcp_status second_unit(void);
mcp_status second_unit(void)
{
    return MCP_STATUS_OK;
}
#else
/* Enumerations are plain numbers, in C++ too: one that came over the ABI converts, and so does -1. */
static mcp_kind none = MCP_KIND_NONE;
static mcp_kind first = 0;
static mcp_action action = MCP_ACTION_GIVE_UP;

int main(void)
{
    switch (none) {
    case MCP_KIND_NONE:
        break;
    case MCP_KIND_MCP_ERROR:
        return 1;
    default:
        return 2;
    }
    return mcp_errors_abi_version() == MCP_ERRORS_ABI_VERSION && mcp_kind_name(first) && action == 0 ? 0 : 3;
}
#endif
