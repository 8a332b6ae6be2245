/* A panic on a stack of 64 KiB, where RUST_BACKTRACE has a trace made of it: caught all the same. For a library built with the
   feature test-panic. */
#define _GNU_SOURCE
#include "../c/check.h"

#include <pthread.h>

mcp_status mcp_test_panic(void); /* in no header, in no shipped library */

static void *in_a_thread(void *unused)
{
    (void)unused;
    EQUAL(mcp_test_panic(), MCP_STATUS_INTERNAL);
    return NULL;
}

int main(void)
{
    pthread_attr_t small;
    pthread_t thread;
    EQUAL(pthread_attr_init(&small), 0);
    EQUAL(pthread_attr_setstacksize(&small, (size_t)64 << 10), 0);
    for (int i = 0; i < 5; i++) {
        EQUAL(pthread_create(&thread, &small, in_a_thread, NULL), 0);
        EQUAL(pthread_join(thread, NULL), 0);
    }
    return check_end("panic_stack");
}
