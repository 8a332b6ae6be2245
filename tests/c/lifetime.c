/* Owners, threads, fork, signals and locale. Needs POSIX; LOCPATH may hold tr_TR.UTF-8, whose numbers and letters differ. */
#define _GNU_SOURCE
#include "check.h"

#include <dirent.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const char missing[] = "{\"code\":-32021,\"message\":\"m\\u0041\",\"data\":{\"requiredCapabilities\":{\"roots\":{},\"extensions\":{\"a.b/c\":{}}}}}";
static const char context[] = "{\"declared\":{},\"supported_caps\":{\"roots\":{},\"extensions\":{\"a.b/c\":{\"x\":1.5}}}}";
enum { THREADS = 16 };

static int same(mcp_str a, const char *b, size_t len)
{
    return a.len == len && memcmp(a.ptr, b, len) == 0;
}

/* One round of work from bytes to answer; 1 if all of it is right. Counts no checks, so that threads may run it. */
static int work(void)
{
    mcp_error *e = NULL;
    mcp_advice *a = NULL;
    char *text = NULL;
    size_t len = 0;
    mcp_classification c;
    c.struct_size = sizeof c;
    int right = mcp_error_from_jsonrpc(missing, sizeof missing - 1, 400, &e, NULL) == OK && mcp_error_is_modern(e) &&
                mcp_error_advise(e, context, sizeof context - 1, &a, NULL) == OK && mcp_advice_action(a) == MCP_ACTION_DECLARE_CAPABILITIES &&
                holds(mcp_advice_declare_json(a), "{\"x\":1.5}") && mcp_classify(missing, sizeof missing - 1, 400, &c) == OK &&
                c.code == -32021 && same(mcp_error_message(e), "mA", 2) && holds(mcp_error_view_json(e), "\"code\":-32021") &&
                mcp_error_to_response_json(e, MCP_ERA_MODERN, "12345678901234567890", 20, &text, &len, NULL) == OK && strstr(text, "12345678901234567890") != NULL;
    mcp_string_free(text);
    mcp_advice_free(a);
    mcp_error_free(e);
    return right;
}

static void clones_are_owners(void)
{
    mcp_error *first = error_of(missing, 400), *second = mcp_error_clone(first), *third = mcp_error_clone(second);
    mcp_str message = mcp_error_message(third);
    mcp_error_free(first);
    mcp_error_free(second);
    TEXT(message, "mA"); /* the handle lives on, and so does its text */
    EQUAL(mcp_error_kind(third), MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    mcp_error_free(third);
}

static void texts_stay_where_they_are(void)
{
    mcp_error *e = error_of(missing, 400);
    mcp_str (*const readers[])(const mcp_error *) = {mcp_error_message, mcp_error_log_line, mcp_error_view_json, mcp_error_data_json};
    for (size_t i = 0; i < 4; i++) {
        mcp_str first = readers[i](e), second = readers[i](e);
        CHECK(first.ptr == second.ptr && first.len == second.len);
    }
    mcp_error_free(e);
}

static mcp_error *shared;
static mcp_advice *shared_advice;
static pthread_barrier_t start;

/* All threads make the texts of the same handle at once, for the first time. */
static void *read_shared(void *unused)
{
    (void)unused;
    pthread_barrier_wait(&start);
    mcp_str line = mcp_error_log_line(shared), view = mcp_error_view_json(shared);
    intptr_t right = same(mcp_error_message(shared), "mA", 2) && line.len > 0 && view.len > 0;
    for (int i = 0; i < 200; i++) {
        mcp_error *mine = mcp_error_clone(shared);
        mcp_advice *advice = NULL;
        right = right && line.ptr == mcp_error_log_line(mine).ptr && view.ptr == mcp_error_view_json(mine).ptr &&
                same(mcp_error_required_caps_json(mine), "{\"roots\":{},\"extensions\":{\"a.b/c\":{}}}", 38) &&
                mcp_error_advise(mine, context, sizeof context - 1, &advice, NULL) == OK &&
                mcp_advice_action(advice) == mcp_advice_action(shared_advice) && mcp_advice_text(shared_advice).len > 0;
        mcp_advice_free(advice);
        mcp_error_free(mine);
    }
    return (void *)right;
}

static void *work_alone(void *unused)
{
    intptr_t right = 1;
    (void)unused;
    pthread_barrier_wait(&start);
    for (int i = 0; i < 200; i++)
        right = right && work();
    return (void *)right;
}

static void in_threads(void *(*body)(void *))
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        EQUAL(pthread_create(&threads[i], NULL, body, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        void *right = NULL;
        EQUAL(pthread_join(threads[i], &right), 0);
        CHECK(right != NULL);
    }
    pthread_barrier_destroy(&start);
}

static void threads_read_one_handle(void)
{
    for (int round = 0; round < (int)scaled(50, 2); round++) {
        shared = error_of(missing, 400);
        EQUAL(mcp_error_advise(shared, context, sizeof context - 1, &shared_advice, NULL), OK);
        in_threads(read_shared);
        mcp_advice_free(shared_advice);
        mcp_error_free(shared);
    }
}

static void threads_make_their_own(void)
{
    in_threads(work_alone);
}

/* A handle made in one thread is freed in another. */
static void *free_elsewhere(void *handle)
{
    mcp_error_free(handle);
    return NULL;
}

static void a_handle_moves_between_threads(void)
{
    pthread_t thread;
    EQUAL(pthread_create(&thread, NULL, free_elsewhere, error_of(missing, 0)), 0);
    EQUAL(pthread_join(thread, NULL), 0);
}

static void in_a_child(const mcp_error *inherited)
{
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        int right = work() && (inherited == NULL || (same(mcp_error_message(inherited), "mA", 2) && mcp_error_log_line(inherited).len > 0));
        mcp_error_free((mcp_error *)inherited);
        _exit(right ? 0 : 1);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void fork_before_the_first_use(void)
{
    in_a_child(NULL);
}

static volatile int spinning;

static void *spin(void *unused)
{
    (void)unused;
    while (spinning)
        work();
    return NULL;
}

/* The child of a program whose other threads are in the midst of calls. */
static void fork_during_use(void)
{
    pthread_t threads[4];
    int busy = (int)scaled(4, 0); /* what they hold at the moment of the fork is lost in the child, and valgrind would say so */
    spinning = 1;
    for (int i = 0; i < busy; i++)
        EQUAL(pthread_create(&threads[i], NULL, spin, NULL), 0);
    mcp_error *e = error_of(missing, 0); /* its texts are not made yet: the child makes them */
    for (size_t i = 0; i < scaled(50, 3); i++)
        in_a_child(e);
    spinning = 0;
    for (int i = 0; i < busy; i++)
        pthread_join(threads[i], NULL);
    TEXT(mcp_error_message(e), "mA");
    mcp_error_free(e);
}

static mcp_error *interrupted;
static volatile sig_atomic_t ticks, wrong_in_handler;

/* Reading what is made already allocates nothing and takes no lock, so a handler may do it. */
static void tick(int signal)
{
    mcp_view v;
    (void)signal;
    v.struct_size = sizeof v;
    ticks++;
    if (mcp_error_view(interrupted, &v) != OK || v.code != -32021 || !same(mcp_error_message(interrupted), "mA", 2))
        wrong_in_handler++;
}

static void a_signal_during_a_call(void)
{
    struct sigaction action, old;
    struct itimerval every = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    size_t len = scaled(4u << 20, 1u << 20), wrong = 0;
    char *big = malloc(len);
    memset(big, ' ', len);
    memcpy(big, missing, sizeof missing - 2);
    big[len - 1] = '}';
    interrupted = error_of(missing, 0);
    mcp_error_log_line(interrupted);
    memset(&action, 0, sizeof action);
    action.sa_handler = tick;
    sigaction(SIGALRM, &action, &old);
    setitimer(ITIMER_REAL, &every, NULL);
    for (int i = 0; i < 2000 && ticks < 50; i++) {
        mcp_error *e = NULL;
        wrong += mcp_error_from_jsonrpc(big, len, 0, &e, NULL) != OK || !mcp_error_is_modern(e) || !work();
        mcp_error_free(e);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    signal(SIGALRM, SIG_IGN); /* one may still be pending */
    sigaction(SIGALRM, &old, NULL);
    EQUAL(wrong, 0);
    EQUAL(wrong_in_handler, 0);
    CHECK(ticks >= 50);
    mcp_error_free(interrupted);
    free(big);
}

static int thread_count(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    while (tasks && readdir(tasks))
        count++;
    if (tasks)
        closedir(tasks);
    return count;
}

static void handlers(struct sigaction *all)
{
    memset(all, 0, 32 * sizeof *all);
    for (int i = 1; i < 32; i++)
        sigaction(i, NULL, &all[i]);
}

/* No signal handler, no thread, no change of the mask remains after a call. */
static void the_process_stays_as_it_was(void)
{
    struct sigaction before[32], after[32];
    sigset_t mask_before, mask_after;
    int threads = thread_count();
    handlers(before);
    pthread_sigmask(SIG_SETMASK, NULL, &mask_before);
    CHECK(work());
    handlers(after);
    pthread_sigmask(SIG_SETMASK, NULL, &mask_after);
    for (int i = 1; i < 32; i++)
        CHECK(before[i].sa_handler == after[i].sa_handler && sigismember(&mask_before, i) == sigismember(&mask_after, i));
    CHECK(threads > 0 && threads == thread_count());
}

static void locales(void)
{
    char number[16];
    CHECK(setlocale(LC_ALL, "C.UTF-8") != NULL);
    CHECK(work());
    CHECK(setlocale(LC_ALL, "tr_TR.UTF-8") != NULL);
    snprintf(number, sizeof number, "%.1f", 1.5);
    CHECK(strcmp(number, "1,5") == 0); /* the locale is in force */
    CHECK(work());
    setlocale(LC_ALL, "C");
}

int main(void)
{
    alarm(240); /* a deadlock is a failure, not a hang */
    RUN(fork_before_the_first_use);
    RUN(the_process_stays_as_it_was);
    RUN(clones_are_owners);
    RUN(texts_stay_where_they_are);
    RUN(threads_read_one_handle);
    RUN(threads_make_their_own);
    RUN(a_handle_moves_between_threads);
    RUN(fork_during_use);
    RUN(locales);
    RUN(a_signal_during_a_call);
    return check_end("lifetime");
}
