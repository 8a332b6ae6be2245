/* A thread with a stack of 64 KiB: every function, every shape of input, any depth. Nothing recurses on what a peer sends. */
#define _GNU_SOURCE
#include "calls.h"

#include <pthread.h>

static void *all_calls(void *unused)
{
    (void)unused;
    for (int c = 0; c < CALLS; c++)
        for (int f = 0; f < FILLINGS; f++) {
            fill(calls[c].before, &fillings[f], calls[c].after);
            e = NULL, text = NULL;
            int status = calls[c].run();
            check_total++;
            if (status == MCP_STATUS_INTERNAL || status == MCP_STATUS_OUT_OF_MEMORY || status > 6) {
                check_failed++;
                printf("%s with %s: status %d\n", calls[c].name, fillings[f].name, status);
            }
        }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_attr_t small;
    pthread_t thread;
    /* Half of the bytes are brackets that open: a million levels, if nothing else is asked for. */
    make_room(argc > 1 ? (size_t)atol(argv[1]) : (size_t)2 << 20);
    EQUAL(pthread_attr_init(&small), 0);
    const char *stack = getenv("STACK");
    EQUAL(pthread_attr_setstacksize(&small, stack ? (size_t)atol(stack) : (size_t)64 << 10), 0);
    EQUAL(pthread_create(&thread, &small, all_calls, NULL), 0);
    EQUAL(pthread_join(thread, NULL), 0);
    free(input);
    return check_end("small_stack");
}
