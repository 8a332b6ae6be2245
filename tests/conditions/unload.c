/* Loading and unloading at run time, with threads, forks and a second copy. Usage: unload LIBRARY COPY */
#define _GNU_SOURCE
#include "../c/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct api {
    void *library;
    mcp_status (*from_jsonrpc)(const char *, size_t, uint16_t, mcp_error **, mcp_failure *);
    mcp_str (*log_line)(const mcp_error *);
    void (*release)(mcp_error *);
} api;

static const char *path;

static api load(const char *from)
{
    api a = {dlopen(from, RTLD_NOW | RTLD_LOCAL), NULL, NULL, NULL};
    if (a.library == NULL) {
        printf("%s\n", dlerror());
        exit(2);
    }
    *(void **)&a.from_jsonrpc = dlsym(a.library, "mcp_error_from_jsonrpc");
    *(void **)&a.log_line = dlsym(a.library, "mcp_error_log_line");
    *(void **)&a.release = dlsym(a.library, "mcp_error_free");
    return a;
}

static int works(api a)
{
    static const char json[] = "{\"code\":-32020,\"message\":\"m\"}";
    mcp_error *error = NULL;
    int right = a.from_jsonrpc(json, sizeof json - 1, 400, &error, NULL) == OK && holds(a.log_line(error), "HeaderMismatchError");
    a.release(error);
    return right;
}

/* How often the library is mapped. */
static int mapped(void)
{
    char line[512];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        count += strstr(line, path) != NULL;
    if (maps)
        fclose(maps);
    return count;
}

static void loading_again_and_again(void)
{
    int before = 0;
    for (int i = 0; i < 300; i++) {
        api a = load(path);
        CHECK(works(a));
        before = before ? before : mapped();
        EQUAL(dlclose(a.library), 0);
    }
    CHECK(before > 0);
    EQUAL(mapped(), before); /* it stays, once: -z nodelete */
}

static void a_handle_outlives_dlclose(void)
{
    static const char json[] = "{\"code\":1,\"message\":\"still here\"}";
    mcp_error *error = NULL;
    api a = load(path);
    EQUAL(a.from_jsonrpc(json, sizeof json - 1, 0, &error, NULL), OK);
    EQUAL(dlclose(a.library), 0);
    CHECK(holds(a.log_line(error), "ServerError"));
    a.release(error);
}

static pthread_barrier_t gate;

static void *in_a_thread(void *unused)
{
    (void)unused;
    api a = load(path);
    intptr_t right = works(a);
    right &= dlclose(a.library) == 0;
    pthread_barrier_wait(&gate);
    pthread_barrier_wait(&gate); /* closed everywhere by now: what a thread leaves must still be there when it ends */
    return (void *)right;
}

static void threads_end_after_dlclose(void)
{
    enum { THREADS = 16 };
    pthread_t threads[THREADS];
    EQUAL(pthread_barrier_init(&gate, NULL, THREADS + 1), 0);
    for (int i = 0; i < THREADS; i++)
        EQUAL(pthread_create(&threads[i], NULL, in_a_thread, NULL), 0);
    pthread_barrier_wait(&gate);
    api a = load(path);
    EQUAL(dlclose(a.library), 0);
    pthread_barrier_wait(&gate);
    for (int i = 0; i < THREADS; i++) {
        void *right = NULL;
        EQUAL(pthread_join(threads[i], &right), 0);
        CHECK(right != NULL);
    }
}

/* The status of a child, or -1. */
static int child_says(api a)
{
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        alarm(30);
        api again = load(path);
        int right = works(a) && works(again) && dlclose(again.library) == 0 && works(a);
        /* And a grandchild. */
        pid_t next = fork();
        if (next == 0)
            _exit(works(a) ? 0 : 1);
        right &= waitpid(next, &status, 0) == next && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        _exit(right ? 0 : 1);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static volatile int stop;

static void *busy(void *argument)
{
    intptr_t right = 1;
    while (!stop)
        right &= works(*(api *)argument);
    return (void *)right;
}

static void forks_of_a_busy_process(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    api a = load(path);
    EQUAL(child_says(a), 0);
    for (int i = 0; i < THREADS; i++)
        EQUAL(pthread_create(&threads[i], NULL, busy, &a), 0);
    for (int i = 0; i < 100; i++)
        EQUAL(child_says(a), 0);
    stop = 1;
    for (int i = 0; i < THREADS; i++) {
        void *right = NULL;
        EQUAL(pthread_join(threads[i], &right), 0);
        CHECK(right != NULL);
    }
    EQUAL(child_says(a), 0);
}

static void two_copies(const char *other)
{
    api a = load(path), b = load(other);
    CHECK(a.log_line != b.log_line);
    CHECK(works(a) && works(b));
    EQUAL(dlclose(a.library), 0);
    CHECK(works(b));
    EQUAL(dlclose(b.library), 0);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    path = argv[1];
    RUN(loading_again_and_again);
    RUN(a_handle_outlives_dlclose);
    RUN(threads_end_after_dlclose);
    RUN(forks_of_a_busy_process);
    two_copies(argv[2]);
    return check_end("unload");
}
