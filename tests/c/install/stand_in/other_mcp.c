#include "other_mcp.h"

#include <stdlib.h>

static int freed;

mcp_error *mcp_error_create(int code)
{
    mcp_error *error = malloc(sizeof *error);
    if (error)
        error->code = code;
    return error;
}

void mcp_error_free(mcp_error *error)
{
    freed++;
    free(error);
}

void mcp_string_free(char *text)
{
    freed += 10;
    free(text);
}

int other_freed(void) { return freed; }
