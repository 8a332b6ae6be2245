/* Depth and size: a million open brackets, 64 MiB of data, a thread with a stack of 64 KiB. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <time.h>

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* before, n times open, n times close (if not 0), after; the caller frees it. */
static char *nested(const char *before, char open, size_t n, char close, const char *after, size_t *len)
{
    size_t head = strlen(before), tail = strlen(after);
    char *text = malloc(head + 2 * n + tail + 1);
    if (text == NULL)
        exit(1);
    memcpy(text, before, head);
    memset(text + head, open, n);
    memset(text + head + n, close, close ? n : 0);
    *len = head + n + (close ? n : 0);
    memcpy(text + *len, after, tail);
    *len += tail;
    return text;
}

/* Everything that reads JSON, on open brackets without an end. */
static void open_brackets(size_t depth)
{
    size_t len, offset = 0, text_len = 77;
    char *text = NULL, *json = nested("", '[', depth, 0, "", &len);
    mcp_error *e = NULL, *good = error_of("{\"code\":-32021,\"message\":\"m\"}", 0);
    mcp_advice *a = NULL;
    mcp_classification c;
    mcp_span span;
    mcp_request request;
    request.struct_size = sizeof request;
    c.struct_size = sizeof c;
    EQUAL(mcp_json_check(json, len, &offset), BAD_JSON);
    EQUAL(offset, len);
    EQUAL(mcp_error_from_jsonrpc(json, len, 0, &e, NULL), BAD_JSON);
    EQUAL(mcp_error_from_response(json, len, &e), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSPORT_ERROR);
    mcp_error_free(e);
    EQUAL(mcp_error_from_view_json(json, len, &e, NULL), BAD_JSON);
    EQUAL(mcp_classify(json, len, 0, &c), BAD_JSON);
    EQUAL(mcp_classify_response(json, len, 0, &c), OK);
    EQUAL(mcp_error_advise(good, json, len, &a, NULL), BAD_JSON);
    EQUAL(mcp_caps_missing(json, len, LIT("{}"), &text, &text_len, NULL), BAD_JSON);
    EQUAL(mcp_caps_missing(LIT("{}"), json, len, &text, &text_len, NULL), BAD_JSON);
    EQUAL(mcp_caps_for_input_request(LIT("elicitation/create"), json, len, &text, &text_len, NULL), BAD_JSON);
    EQUAL(mcp_request_check(json, len, LIT("{\"versions\":[],\"methods\":null,\"required\":{},\"headers\":null}"), &e, NULL), OK);
    EQUAL(mcp_error_http_status(e), 400);
    mcp_error_free(e);
    EQUAL(mcp_request_check(LIT("{}"), json, len, &e, NULL), BAD_JSON);
    EQUAL(mcp_request_read(json, len, &request), BAD_JSON);
    EQUAL(mcp_message_type_of(json, len, &span), MCP_MESSAGE_NOT_JSON);
    EQUAL(mcp_error_from_answer(json, len, LIT("{}"), &e, NULL), OK);
    mcp_error_free(e);
    EQUAL(mcp_error_from_answer(LIT("{\"result\":{}}"), json, len, &e, NULL), BAD_JSON);
    EQUAL(mcp_negotiate(LIT("{\"result\":{}}"), json, len, &a, NULL), BAD_JSON);
    EQUAL(mcp_request_headers(json, len, NULL, 0, &text, &text_len, NULL), BAD_JSON);
    EQUAL(mcp_request_headers(LIT("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{}}"), json, len, &text, &text_len, NULL), BAD_JSON);
    EQUAL(mcp_error_new_missing_capability(json, len, NULL, 0, &e, NULL), BAD_JSON);
    EQUAL(mcp_error_new_unsupported_version(LIT("v"), json, len, NULL, 0, &e, NULL), BAD_JSON);
    EQUAL(mcp_error_to_response_json(good, MCP_ERA_MODERN, json, len, &text, &text_len, NULL), BAD_JSON);
    CHECK(!mcp_caps_is_well_formed(json, len) && !mcp_data_is_well_formed(MCP_KIND_SERVER_ERROR, json, len));
    mcp_error_free(good);
    free(json);
}

/* The same depth, closed: an answer, with its data whole. */
static void deep_data(size_t depth)
{
    size_t len, text_len = 0;
    char *text = NULL;
    char *json = nested("{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"a\"],\"requested\":\"b\",\"x\":", '[', depth, ']', "}}", &len);
    mcp_error *e = NULL, *again = NULL;
    mcp_advice *a = NULL;
    EQUAL(mcp_error_from_jsonrpc(json, len, 0, &e, NULL), OK);
    CHECK(mcp_error_is_modern(e));
    CHECK(mcp_error_data_json(e).len > 2 * depth);
    mcp_str view = mcp_error_view_json(e);
    EQUAL(mcp_error_from_view_json(view.ptr, view.len, &again, NULL), OK);
    CHECK(mcp_error_data_json(again).len == mcp_error_data_json(e).len);
    EQUAL(mcp_error_to_json(e, MCP_ERA_MODERN, &text, &text_len, NULL), OK);
    CHECK(text_len > 2 * depth);
    mcp_string_free(text);
    EQUAL(mcp_error_advise(e, LIT("{\"client_versions\":[\"a\"]}"), &a, NULL), OK);
    mcp_advice_free(a);
    mcp_error_free(again);
    mcp_error_free(e);
    free(json);
}

/* Capabilities of any depth are compared, merged and freed without recursion. */
static void deep_capabilities(size_t depth)
{
    size_t len, text_len = 0;
    char *text = NULL, *caps = nested("{\"experimental\":{\"x\":{\"y\":", '[', depth, ']', "}}}", &len);
    mcp_error *e = NULL;
    EQUAL(mcp_caps_missing(LIT("{}"), caps, len, &text, &text_len, NULL), OK);
    EQUAL(text_len, len);
    mcp_string_free(text);
    EQUAL(mcp_caps_declare(caps, len, LIT("{\"roots\":{}}"), caps, len, &text, &text_len, NULL), OK);
    EQUAL(text_len, len);
    mcp_string_free(text);
    EQUAL(mcp_error_new_missing_capability(caps, len, NULL, 0, &e, NULL), OK);
    CHECK(mcp_error_required_caps_json(e).len == len && mcp_error_log_line(e).len <= 512);
    mcp_error_free(e);
    free(caps);
}

static void a_million_levels(void)
{
    size_t depth = scaled(1000000, 70000); /* more than 65,536, where the stack of levels goes to the heap */
    open_brackets(depth);
    deep_data(depth);
    deep_capabilities(depth);
}

static void *on_a_small_stack(void *done)
{
    size_t depth = scaled(1000000, 70000);
    open_brackets(depth);
    deep_data(depth);
    deep_capabilities(depth);
    *(int *)done = 1;
    return NULL;
}

static void a_thread_with_a_stack_of_64_kib(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int done = 0;
    pthread_attr_init(&attributes);
    /* The sanitizers' own frames and valgrind need more; what grows with the depth would not fit there either. */
    EQUAL(pthread_attr_setstacksize(&attributes, scaled(64u << 10, 256u << 10)), 0);
    EQUAL(pthread_create(&thread, &attributes, on_a_small_stack, &done), 0);
    EQUAL(pthread_join(thread, NULL), 0);
    CHECK(done);
    pthread_attr_destroy(&attributes);
}

static void big_data(void)
{
    size_t size = scaled(64u << 20, 1u << 20), head, len;
    static const char before[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}},\"x\":\"";
    static const char after[] = "\"}}}";
    char *json = malloc(size + sizeof before + sizeof after);
    mcp_error *e = NULL;
    mcp_classification c;
    if (json == NULL)
        exit(1);
    head = sizeof before - 1;
    memcpy(json, before, head);
    for (size_t i = 0; i < size; i++)
        json[head + i] = (char)('a' + i % 26);
    memcpy(json + head + size, after, sizeof after - 1);
    len = head + size + sizeof after - 1;
    c.struct_size = sizeof c;
    EQUAL(mcp_error_from_response(json, len, &e), OK);
    CHECK(mcp_error_is_modern(e));
    CHECK(mcp_error_data_json(e).len > size);
    CHECK(holds((mcp_str){mcp_error_data_json(e).ptr, 64}, "{\"requiredCapabilities\":{\"roots\":{}},\"x\":\"abc"));
    CHECK(mcp_error_log_line(e).len <= 512);
    TEXT(mcp_error_required_caps_json(e), "{\"roots\":{}}");
    mcp_error_free(e);
    EQUAL(mcp_classify_response(json, len, 0, &c), OK);
    CHECK(c.data.length > size && c.flags & MCP_FLAG_MODERN);
    EQUAL(mcp_json_check(json, len, NULL), OK);
    /* Every byte of the text wrong: each one becomes three. */
    memset(json + head, 0xFF, size);
    EQUAL(mcp_error_from_response(json, len, &e), OK);
    CHECK(mcp_error_data_json(e).len > 3 * size);
    mcp_error_free(e);
    EQUAL((int64_t)mcp_json_string_decode(json + head, size, NULL, 0), (int64_t)(3 * size));
    free(json);
}

/* Time grows with the size, not with its square: sixteen times the input may take a few times sixteen times as long. */
static void time_is_linear(void)
{
    static const struct {
        const char *before;
        char open, close;
        const char *after;
    } shapes[] = {{"", '[', 0, ""}, {"{\"data\":", '[', ']', "}"}, {"{\"message\":\"", '\\', '\\', "\"}"}, {"{\"message\":\"", (char)0xE2, (char)0xE2, "\"}"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        double took[2];
        for (int big = 0; big < 2; big++) {
            size_t len;
            char *json = nested(shapes[i].before, shapes[i].open, big ? 1600000 : 100000, shapes[i].close, shapes[i].after, &len);
            double begin = seconds();
            for (int k = 0; k < 3; k++) {
                mcp_error *e = NULL;
                mcp_error_from_response(json, len, &e);
                mcp_error_message(e);
                mcp_error_free(e);
            }
            took[big] = seconds() - begin;
            free(json);
        }
        CHECK(took[1] < 0.1 + 16 * 8 * took[0]);
    }
}

int main(void)
{
    RUN(a_million_levels);
    RUN(a_thread_with_a_stack_of_64_kib);
    RUN(big_data);
    RUN(time_is_linear);
    return check_end("extremes");
}
