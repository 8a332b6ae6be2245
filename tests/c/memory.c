/* Memory that cannot be had: a status, or empty text; never the end of the process. Each case runs in a child with a limit on its
   address space that leaves no room for a copy of its input. Not for valgrind and the sanitizers, which need the room themselves. */
#define _GNU_SOURCE
#include "check.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BIG = 96 << 20, LITTLE = 8 << 20, TWO_COPIES = 200 << 20 };
static char *input; /* BIG bytes of an error member whose data is a long string */
static mcp_error *handle;

static void no_more_memory(int room)
{
    long pages = 0;
    void *volatile probe; /* an allocation that nobody looks at could be optimized away */
    struct rlimit limit;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%ld", &pages) != 1)
        _exit(99);
    fclose(statm);
    limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)room;
    if (setrlimit(RLIMIT_AS, &limit) != 0 || (probe = malloc((size_t)room + (1 << 20))) != NULL)
        _exit(98);
}

/* What the case answered, or -1 if it did not come back. */
static int in_a_child(int (*test)(void), int room)
{
    int status = -1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        alarm(60);
        no_more_memory(room);
        _exit(test());
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static mcp_error *made;
static char *text;
static size_t text_len;

/* A refusal must leave NULL; 90 otherwise. */
static int refusal(mcp_status status)
{
    return made == NULL && text == NULL ? status : 90;
}

/* Puts a beginning and an end around the long run of letters. */
static void shape(const char *before, const char *after)
{
    memset(input, 'x', 128); /* what an earlier shape left */
    memset(input + BIG - 128, 'x', 128);
    memcpy(input, before, strlen(before));
    memcpy(input + BIG - strlen(after), after, strlen(after));
}

static int jsonrpc(void) { return refusal(mcp_error_from_jsonrpc(input, BIG, 0, &made, NULL)); }
static int response(void)
{
    shape("{\"error\":{\"data\":\"", "\"}}");
    return refusal(mcp_error_from_response(input, BIG, &made));
}
static int http(void)
{
    mcp_http_response r = {0};
    shape("{\"error\":{\"message\":\"", "\"}}");
    r.struct_size = sizeof r, r.status = 200, r.body = input, r.body_len = BIG;
    return refusal(mcp_error_from_http(&r, &made, NULL));
}
static int local(void) { return refusal(mcp_error_new(MCP_KIND_CONNECTION_ERROR, input, BIG, &made)); }
static int server(void) { return refusal(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, NULL, input, BIG, 0, &made, NULL)); }
static int scope(void) { return refusal(mcp_error_new_insufficient_scope(NULL, 0, input, BIG, NULL, 0, &made)); }
static int mismatch(void) { return refusal(mcp_error_new_header_mismatch(input, BIG, &made)); }
static int capability(void)
{
    shape("{\"experimental\":{\"x\":{\"y\":\"", "\"}}}");
    return refusal(mcp_error_new_missing_capability(input, BIG, NULL, 0, &made, NULL));
}
static int version(void) { return refusal(mcp_error_new_unsupported_version(input, BIG, "[]", 2, NULL, 0, &made, NULL)); }
static int view_back(void)
{
    shape("{\"kind\":\"ServerError\",\"message\":\"m\",\"has_data\":true,\"data\":\"", "\"}");
    return refusal(mcp_error_from_view_json(input, BIG, &made, NULL));
}
static int sse(void)
{
    shape("data:{\"error\":{},\"x\":\"", "\"}\n\n");
    return refusal(mcp_sse_response(input, BIG, &text, &text_len));
}
static int to_json(void) { return refusal(mcp_error_to_json(handle, MCP_ERA_MODERN, &text, &text_len, NULL)); }
static int to_response(void) { return refusal(mcp_error_to_response_json(handle, MCP_ERA_MODERN, "1", 1, &text, &text_len, NULL)); }
static int view_json(void) { return mcp_error_view_json(handle).len == 0 ? MCP_STATUS_OUT_OF_MEMORY : 91; }
/* What is parsed is more than a copy. */
static int missing(void)
{
    shape("{\"experimental\":{\"x\":{\"y\":\"", "\"}}}");
    return refusal(mcp_caps_missing("{}", 2, input, BIG, &text, &text_len, NULL));
}
static int advise(void)
{
    mcp_advice *advice = NULL;
    mcp_error *wants = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"experimental\":{\"z\":{}}}}}", 400);
    shape("{\"supported_caps\":{\"experimental\":{\"z\":{\"y\":\"", "\"}}}}");
    mcp_status status = mcp_error_advise(wants, input, BIG, &advice, NULL);
    return advice == NULL ? status : 90;
}
static int check_request(void)
{
    shape("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"", "\"}}");
    return refusal(mcp_request_check(input, BIG, "{\"versions\":[],\"methods\":null,\"required\":{},\"headers\":null}", 59, &made, NULL));
}

/* Many small parts: a copy of the bytes could be had, the list or tree of all parts could not. A part is eight bytes, its comma
   included; the last one stands in `after`. */
static void shape_many(const char *before, const char *part, const char *after)
{
    for (size_t i = 0; i < BIG; i += 8)
        memcpy(input + i, part, 8);
    memset(input, ' ', 256);
    memset(input + BIG - 256, ' ', 256);
    memcpy(input, before, strlen(before));
    memcpy(input + BIG - strlen(after), after, strlen(after));
}

static mcp_status refusal_of_advice(const mcp_error *refused, const char *context, size_t len)
{
    mcp_advice *advice = NULL;
    mcp_status status = mcp_error_advise(refused, context, len, &advice, NULL);
    return advice == NULL ? status : 90;
}
static int many_versions(void)
{
    shape_many("{\"code\":-32022,\"message\":\"m\",\"data\":{\"requested\":\"v\",\"supported\":[", "\"12345\",", "\"z\"]}}");
    if (mcp_error_from_jsonrpc(input, BIG, 0, &made, NULL) != OK) /* for a copy there is room, and its list is made when it is asked for */
        return 92;
    return mcp_error_supported_count(made) == 0 && mcp_error_supported_at(made, 1000).len == 0 && mcp_error_supported_suffix(made).len == 0 &&
                   mcp_error_view_json(made).len == 0 && mcp_error_log_line(made).len > 0 && mcp_error_era(made, MCP_TRANSPORT_HTTP) == MCP_ERA_MODERN
               ? refusal_of_advice(made, "{}", 2) /* a list that cannot be had is no verdict */
               : 93;
}
static int many_versions_to_send(void)
{
    shape_many("[", "\"12345\",", "\"z\"]");
    return refusal(mcp_error_new_unsupported_version("v", 1, input, BIG, NULL, 0, &made, NULL));
}
static int many_capabilities(void)
{
    shape_many("{\"a\":{},\"experimental\":{", "\"ab\":{},", "\"z\":{}}}");
    return refusal(mcp_caps_missing("{}", 2, input, BIG, &text, &text_len, NULL));
}
static int many_to_declare(void)
{
    shape_many("{\"a\":{},\"x\":[", "[ [] ] ,", "1]}");
    return refusal(mcp_caps_declare(input, BIG, "{\"b\":{}}", 8, "{\"b\":{}}", 8, &text, &text_len, NULL));
}
static int many_client_versions(void)
{
    mcp_error *refused = error_of("{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"z\"],\"requested\":\"x\"}}", 400);
    shape_many("{\"client_versions\":[", "\"12345\",", "\"z\"]}");
    return refusal_of_advice(refused, input, BIG);
}
static int many_server_versions(void)
{
    shape_many("{\"methods\":null,\"required\":{},\"headers\":null,\"versions\":[", "\"12345\",", "\"z\"]}");
    return refusal(mcp_request_check("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"x\"}}", 79, input, BIG, &made, NULL));
}

/* What needs no copy still works. */
static int small(void)
{
    mcp_classification c;
    mcp_error *e = NULL;
    c.struct_size = sizeof c;
    int right = mcp_classify(input, BIG, 0, &c) == OK && c.data.length > BIG / 2 && mcp_json_check(input, BIG, NULL) == OK &&
                mcp_error_from_jsonrpc("{\"code\":1}", 10, 0, &e, NULL) == OK && mcp_error_view_json(e).len > 0 && mcp_error_data_json(handle).len > BIG / 2;
    mcp_error_free(e);
    return right ? 0 : 1;
}

static void a_big_input_without_memory(void)
{
    static const struct {
        const char *name;
        int (*test)(void);
        int room;
    } cases[] = {
        {"from_jsonrpc", jsonrpc, LITTLE}, {"from_response", response, LITTLE}, {"from_http", http, LITTLE},
        {"new", local, LITTLE}, {"new_server", server, LITTLE}, {"new_insufficient_scope", scope, LITTLE},
        {"new_header_mismatch", mismatch, LITTLE}, {"new_missing_capability", capability, LITTLE}, {"new_unsupported_version", version, LITTLE},
        {"sse_response", sse, LITTLE}, {"to_json", to_json, LITTLE}, {"to_response_json", to_response, LITTLE},
        {"view_json", view_json, LITTLE}, {"caps_missing", missing, LITTLE}, {"advise", advise, LITTLE},
        {"request_check", check_request, LITTLE}, {"from_view_json", view_back, LITTLE}, {"many_versions", many_versions, TWO_COPIES},
        {"many_versions_to_send", many_versions_to_send, LITTLE}, {"many_capabilities", many_capabilities, TWO_COPIES}, {"many_to_declare", many_to_declare, LITTLE},
        {"many_client_versions", many_client_versions, LITTLE}, {"many_server_versions", many_server_versions, TWO_COPIES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int answer = in_a_child(cases[i].test, cases[i].room);
        if (answer != MCP_STATUS_OUT_OF_MEMORY)
            printf("%s: %d\n", cases[i].name, answer);
        EQUAL(answer, MCP_STATUS_OUT_OF_MEMORY);
    }
    EQUAL(in_a_child(small, LITTLE), 0);
}

int main(void)
{
    input = malloc(BIG);
    if (input == NULL)
        return 2;
    memset(input, 'x', BIG);
    shape("{\"code\":1,\"message\":\"m\",\"data\":\"", "\"}");
    EQUAL(mcp_error_from_jsonrpc(input, BIG, 0, &handle, NULL), OK);
    RUN(a_big_input_without_memory);
    mcp_error_free(handle);
    free(input);
    return check_end("memory");
}
