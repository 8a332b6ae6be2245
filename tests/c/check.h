/* A small test kit: checks that count, and texts that compare. */
#ifndef CHECK_H
#define CHECK_H

#include "mcp_errors.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_total, check_failed;

static inline void check_that(int ok, const char *file, int line, const char *what)
{
    check_total++;
    if (!ok) {
        check_failed++;
        printf("%s:%d: not so: %s\n", file, line, what);
    }
}

static inline void check_equal(int64_t got, int64_t want, const char *file, int line, const char *what)
{
    check_total++;
    if (got != want) {
        check_failed++;
        printf("%s:%d: %s is %" PRId64 ", want %" PRId64 "\n", file, line, what, got, want);
    }
}

static inline void check_text(const char *got, size_t len, const char *want, size_t want_len, const char *file, int line, const char *what)
{
    check_total++;
    if (got == NULL || len != want_len || memcmp(got, want, want_len) != 0) {
        check_failed++;
        printf("%s:%d: %s is \"%.*s\" (%zu bytes), want \"%s\" (%zu)\n", file, line, what, (int)len, got ? got : "", len, want, want_len);
    }
}

static inline void check_str(mcp_str got, const char *want, size_t want_len, const char *file, int line, const char *what)
{
    check_text(got.ptr, got.len, want, want_len, file, line, what);
}

#define CHECK(condition) check_that(!!(condition), __FILE__, __LINE__, #condition)
#define EQUAL(got, want) check_equal((int64_t)(got), (int64_t)(want), __FILE__, __LINE__, #got)
/* A mcp_str and a literal, which may hold NUL bytes. */
#define TEXT(got, literal) check_str((got), (literal), sizeof(literal) - 1, __FILE__, __LINE__, #got)
/* A literal as pointer and length. */
#define LIT(literal) (literal), (sizeof(literal) - 1)
/* Text that a call made: must be equal, with a NUL after it; is freed. */
#define OWNED(got, len, literal)                                                                      \
    do {                                                                                              \
        check_text((got), (len), (literal), sizeof(literal) - 1, __FILE__, __LINE__, #got);            \
        if (got) {                                                                                    \
            EQUAL((got)[len], 0);                                                                     \
            EQUAL(strlen(got), (len));                                                                \
        }                                                                                             \
        mcp_string_free(got);                                                                         \
        (got) = NULL;                                                                                 \
    } while (0)

#define OK MCP_STATUS_OK
#define BAD_ARGUMENT MCP_STATUS_INVALID_ARGUMENT
#define BAD_JSON MCP_STATUS_INVALID_JSON

/* An address for out-parameters that must be set to NULL or left alone; never dereferenced. */
#define JUNK(type) ((type *)(void *)&check_total)

/* The error of a JSON text that is known to be good. */
static inline mcp_error *error_of(const char *json, uint16_t status)
{
    mcp_error *error = NULL;
    EQUAL(mcp_error_from_jsonrpc(json, strlen(json), status, &error, NULL), OK);
    if (error == NULL) {
        printf("cannot go on without the error of %s\n", json);
        exit(1);
    }
    return error;
}

/* Whether a text has a literal inside. */
static inline int holds(mcp_str text, const char *part)
{
    size_t len = strlen(part);
    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.ptr + i, part, len) == 0)
            return 1;
    return 0;
}

/* Under valgrind and the sanitizers the big inputs are made smaller. */
static inline size_t scaled(size_t full, size_t small)
{
    return getenv("MCP_TEST_SMALL") ? small : full;
}

#define RUN(test)                        \
    do {                                 \
        int before = check_failed;       \
        test();                          \
        if (check_failed != before)      \
            printf("failed: %s\n", #test); \
    } while (0)

static inline int check_end(const char *program)
{
    printf("%s: %d checks, %d failed\n", program, check_total, check_failed);
    return check_failed != 0 || check_total == 0;
}

#endif
