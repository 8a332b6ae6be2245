/* A view from anywhere, not only from this library. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mcp_error *error = NULL;
    mcp_status status = mcp_error_from_view_json((const char *)data, size, &error, NULL);
    MUST(fine(status) == (error != NULL));
    if (error)
        must_be_sound(error);
    mcp_error_free(error);
    return 0;
}
