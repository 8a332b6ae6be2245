/* Signals in the middle of every function, whose handler reads a handle and classifies on a small stack of its own: neither
   allocates, so both may be done there. The answers inside and outside must be those without signals. */
#define _GNU_SOURCE
#include "calls.h"

#include <signal.h>
#include <sys/time.h>

static const char json[] = "{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"2025-11-25\"],\"requested\":\"x\"}}";
static mcp_error *handle;
static const char *line;
static volatile sig_atomic_t signals, wrong;

static void on_signal(int number)
{
    mcp_classification c;
    (void)number;
    c.struct_size = sizeof c;
    signals++;
    if (mcp_error_log_line(handle).ptr != line || !mcp_error_is_modern(handle) || mcp_classify(json, sizeof json - 1, 400, &c) != OK ||
        c.code != -32022 || !(c.flags & MCP_FLAG_MODERN))
        wrong++;
}

static void timer(int microseconds)
{
    struct itimerval every = {{0, microseconds}, {0, microseconds}};
    EQUAL(setitimer(ITIMER_REAL, &every, NULL), 0);
}

int main(void)
{
    static char stack[64 << 10];
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    static int quiet[CALLS][FILLINGS];

    make_room(256 << 10);
    handle = error_of(json, 400);
    line = mcp_error_log_line(handle).ptr;
    for (int storm = 0; storm < 2; storm++) {
        if (storm) {
            EQUAL(sigaltstack(&own, NULL), 0);
            EQUAL(sigaction(SIGALRM, &action, NULL), 0);
            timer(100);
        }
        for (int c = 0; c < CALLS; c++)
            for (int f = 0; f < FILLINGS; f++) {
                fill(calls[c].before, &fillings[f], calls[c].after);
                e = NULL, text = NULL;
                int status = calls[c].run();
                if (!storm)
                    quiet[c][f] = status;
                else
                    EQUAL(status, quiet[c][f]);
            }
    }
    timer(0);
    EQUAL(wrong, 0);
    CHECK(signals > 50); /* or else nothing was interrupted */
    printf("%d signals\n", (int)signals);
    mcp_error_free(handle);
    free(input);
    return check_end("signals");
}
