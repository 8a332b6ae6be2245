/* Sixteen threads on one handle, and each with its own: for ThreadSanitizer (library and test instrumented).
   With the argument `race` it has a race of its own, which the tool must report. */
#define _GNU_SOURCE
#include "../c/check.h"

#include <pthread.h>

enum { THREADS = 16 };
static int rounds = 60;

static const char *const inputs[] = {
    "{\"code\":-32021,\"message\":\"m\\u0041\",\"data\":{\"requiredCapabilities\":{\"roots\":{},\"extensions\":{\"a\\u002e/c\":{}}}}}",
    "{\"code\":-32022,\"message\":\"v\",\"data\":{\"supported\":[\"2025-11-25\",\"a\\nb\"],\"requested\":\"x\"}}",
    "{\"code\":99999999999999999999,\"message\":[1, 2],\"data\":\"\xff\"}",
};
enum { INPUTS = sizeof inputs / sizeof *inputs };
static const char context[] = "{\"supported_caps\":{\"roots\":{},\"extensions\":{\"a./c\":{\"x\":1}}},\"client_versions\":[\"2025-11-25\"]}";

typedef struct shelf {
    mcp_error *error;
    mcp_advice *advice;
} shelf;
static shelf shared[INPUTS], handed[THREADS];
static pthread_barrier_t gate;
static long racing;

static int same(mcp_str a, mcp_str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

static shelf make(int i)
{
    shelf s = {NULL, NULL};
    if (mcp_error_from_jsonrpc(inputs[i], strlen(inputs[i]), 400, &s.error, NULL) == OK)
        (void)mcp_error_advise(s.error, context, sizeof context - 1, &s.advice, NULL);
    return s;
}

static void drop(shelf s)
{
    mcp_advice_free(s.advice);
    mcp_error_free(s.error);
}

/* All that can be read of both must be the same; `from` makes threads begin at different texts. */
static int reads_the_same(shelf a, shelf b, int from)
{
    mcp_str (*const of_error[])(const mcp_error *) = {
        mcp_error_view_json,         mcp_error_log_line,       mcp_error_message,        mcp_error_data_json,
        mcp_error_required_caps_json, mcp_error_supported_suffix, mcp_error_requested_json, mcp_error_malformed_reason,
        mcp_error_code_text,
    };
    enum { TEXTS = sizeof of_error / sizeof *of_error };
    int right = 1;
    for (int i = 0; i < TEXTS; i++) {
        int t = (i + from) % TEXTS;
        right &= same(of_error[t](a.error), of_error[t](b.error));
    }
    right &= same(mcp_error_supported_at(a.error, 1), mcp_error_supported_at(b.error, 1));
    right &= same(mcp_advice_json(a.advice), mcp_advice_json(b.advice)) && same(mcp_advice_text(a.advice), mcp_advice_text(b.advice));
    right &= mcp_error_is_modern(a.error) == mcp_error_is_modern(b.error);
    right &= mcp_error_era(a.error, MCP_TRANSPORT_HTTP) == mcp_error_era(b.error, MCP_TRANSPORT_HTTP);
    return right;
}

static void *work(void *argument)
{
    int number = *(int *)argument;
    intptr_t right = 1;
    for (int round = 0; round < rounds; round++) {
        if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD)
            for (int i = 0; i < INPUTS; i++) /* new handles, whose texts nobody has asked for yet */
                shared[i] = make(i);
        pthread_barrier_wait(&gate);
        for (int i = 0; i < INPUTS; i++) {
            shelf mine = make(i), also = {mcp_error_clone(shared[i].error), NULL};
            right &= mine.error != NULL && mine.advice != NULL && reads_the_same(shared[i], mine, number);
            mcp_view view;
            view.struct_size = sizeof view;
            right &= mcp_error_view(also.error, &view) == OK && view.log_line.ptr == mcp_error_log_line(shared[i].error).ptr;
            char *out = NULL;
            right &= mcp_error_to_json(also.error, MCP_ERA_MODERN, &out, NULL, NULL) == OK;
            mcp_string_free(out);
            drop(also);
            drop(mine);
        }
        /* One thread's handle ends in another. */
        handed[number] = make(number % INPUTS);
        pthread_barrier_wait(&gate);
        int next = (number + 1) % THREADS;
        right &= reads_the_same(handed[next], shared[next % INPUTS], number);
        drop(handed[next]);
        if (pthread_barrier_wait(&gate) == PTHREAD_BARRIER_SERIAL_THREAD)
            for (int i = 0; i < INPUTS; i++)
                drop(shared[i]);
        if (racing)
            racing++;
    }
    return (void *)right;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    racing = argc > 1 && strcmp(argv[1], "race") == 0;
    rounds = getenv("MCP_TEST_SMALL") ? 8 : rounds;
    EQUAL(pthread_barrier_init(&gate, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        EQUAL(pthread_create(&threads[i], NULL, work, &numbers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *right = NULL;
        EQUAL(pthread_join(threads[i], &right), 0);
        CHECK(right != NULL);
    }
    return check_end("threads");
}
