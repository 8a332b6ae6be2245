/* Against a library built with the feature test-panic: a panic inside becomes a status, and the process goes on. */
#include "check.h"

#include <pthread.h>

mcp_status mcp_test_panic(void); /* in no header, in no shipped library */

static void *in_a_thread(void *unused)
{
    (void)unused;
    EQUAL(mcp_test_panic(), MCP_STATUS_INTERNAL);
    return NULL;
}

static void a_panic_is_a_status(void)
{
    pthread_t thread;
    for (int i = 0; i < 100; i++)
        EQUAL(mcp_test_panic(), MCP_STATUS_INTERNAL);
    EQUAL(pthread_create(&thread, NULL, in_a_thread, NULL), 0);
    EQUAL(pthread_join(thread, NULL), 0);
    CHECK(strlen(mcp_status_text(MCP_STATUS_INTERNAL)) > 0);
}

static void the_library_works_on(void)
{
    mcp_error *e = error_of("{\"code\":-32020,\"message\":\"m\"}", 400);
    EQUAL(mcp_error_kind(e), MCP_KIND_HEADER_MISMATCH_ERROR);
    TEXT(mcp_error_message(e), "m");
    mcp_error_free(e);
}

int main(void)
{
    RUN(a_panic_is_a_status);
    RUN(the_library_works_on);
    return check_end("panic");
}
