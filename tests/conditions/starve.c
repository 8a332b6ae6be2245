/* Memory that runs out in the middle of a call, at every point where it can.
 *
 * The allocator is replaced: what is asked for beyond a budget is refused. Each function meets each shape of input with budgets
 * from almost nothing to plenty, in a child of its own. Whatever the budget, the call comes back: with OK, with OUT_OF_MEMORY, or
 * (texts made on demand) with empty text. Small requests have a reserve of their own, for what does not depend on the input. */
#define _GNU_SOURCE
#include "calls.h"

#include <dlfcn.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INPUT = 1 << 20, SMALL = 1024, RESERVE = 64 << 10 };

/* The allocator: a header before each block remembers its size. */

extern void *__libc_malloc(size_t);
extern void __libc_free(void *);
extern void *__libc_memalign(size_t, size_t);

typedef struct header {
    size_t size;
    size_t offset; /* from the start of libc's block */
} header;

static int limited;
static size_t budget, reserve, refused;
static long live; /* blocks that were taken under the limit and not given back */

static void *taken(size_t align, size_t size)
{
    if (align < sizeof(header))
        align = sizeof(header);
    if (limited) {
        size_t *from = size < SMALL && reserve >= size ? &reserve : &budget;
        if (size > *from) {
            refused++;
            errno = ENOMEM;
            return NULL;
        }
        *from -= size;
    }
    char *block = __libc_memalign(align, size + align);
    if (block == NULL)
        return NULL;
    header *h = (header *)(void *)(block + align) - 1;
    h->size = size;
    h->offset = align;
    live += limited;
    return block + align;
}

void *malloc(size_t size) { return taken(16, size); }
void *memalign(size_t align, size_t size) { return taken(align, size); }
void *aligned_alloc(size_t align, size_t size) { return taken(align, size); }
int posix_memalign(void **out, size_t align, size_t size) { return (*out = taken(align, size)) == NULL ? ENOMEM : 0; }
void free(void *block)
{
    if (block == NULL)
        return;
    header *h = (header *)block - 1;
    if (limited) {
        budget += h->size;
        live--;
    }
    __libc_free((char *)block - h->offset);
}
void *calloc(size_t count, size_t size)
{
    void *block = size != 0 && count > SIZE_MAX / size ? NULL : taken(16, count * size);
    return block ? memset(block, 0, count * size) : NULL;
}
void *realloc(void *old, size_t size)
{
    void *block = taken(16, size);
    if (block && old) {
        size_t before = ((header *)old - 1)->size;
        memcpy(block, old, before < size ? before : size);
        free(old);
    }
    return block;
}

static int steps = 12; /* budgets for each call and shape */

/* The status, or -1 if the call did not come back. *short_of tells whether memory was refused. */
static int with_budget(const call *c, size_t bytes, int *short_of)
{
    int status = -1, ends[2];
    if (pipe(ends) != 0)
        return -2;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        if (getenv("STARVE_SHOW") == NULL)
            fclose(stderr); /* what the runtime says before it aborts */
        limited = 1, budget = bytes, reserve = RESERVE;
        status = c->run();
        limited = 0;
        if (live != 0)
            status = 93; /* something is lost */
        char was = refused != 0;
        if (write(ends[1], &was, 1) != 1)
            status = 99;
        _exit(status);
    }
    char was = 0;
    close(ends[1]);
    *short_of = read(ends[0], &was, 1) == 1 ? was : 1;
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static int runs, refusals;

static void starve(const call *c, const filling *with)
{
    int out_of_memory = 0;
    fill(c->before, with, c->after);
    for (int step = 0; step <= steps; step++) {
        int short_of = 0;
        size_t bytes = step == steps ? (size_t)1 << 32 : (size_t)step * (size_t)step * (INPUT * 6 / 1600) * 1600 / (size_t)(steps * steps);
        int status = with_budget(c, bytes, &short_of);
        runs++;
        check_total++;
        out_of_memory += status == MCP_STATUS_OUT_OF_MEMORY;
        if (status < 0 || status == MCP_STATUS_INTERNAL || status > 6 || (status == MCP_STATUS_OUT_OF_MEMORY && !short_of)) {
            check_failed++;
            printf("%s with %s, %zu bytes left: %s %d\n", c->name, with->name, bytes, status < 0 ? "did not come back" : "status", status);
        }
    }
    refusals += out_of_memory;
}

static int aborts(void) { abort(); }
static int loses(void) { return malloc(100) == NULL; }

/* That the test would see what it looks for. */
static void faults_are_seen(void)
{
    static const call wrong[] = {{"abort", "", "", aborts}, {"a leak", "", "", loses}};
    int short_of = 0;
    EQUAL(with_budget(&wrong[0], 0, &short_of), -1);
    EQUAL(with_budget(&wrong[1], 0, &short_of), 93);
}

int main(int argc, char **argv)
{
    const char *wanted = getenv("STARVE_STEPS");
    steps = wanted ? atoi(wanted) : steps;
    make_room(INPUT);
    faults_are_seen();
    for (int c = 0; c < CALLS; c++)
        for (int f = 0; f < FILLINGS; f++)
            if (argc < 2 || strstr(calls[c].name, argv[1]))
                starve(&calls[c], &fillings[f]);
    free(input);
    printf("%d calls with too little memory, %d of them refused\n", runs, refusals);
    CHECK(refusals > 0 || argc > 1); /* or else nothing was tested */
    return check_end("starve");
}
