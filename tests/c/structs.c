/* Sized structs: too small, as it is, larger, unaligned; what the library must not touch. */
#include "check.h"
#include "layout.h"

static const char missing[] = "{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}";

/* A struct of a later header: the library's members, then some it does not know. */
#define LARGER(type)       \
    struct {               \
        type known;        \
        unsigned char guard[64]; \
    }

static int all(const unsigned char *bytes, size_t len, unsigned char value)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != value)
            return 0;
    return 1;
}

static void view(void)
{
    mcp_error *e = error_of(missing, 400);
    LARGER(mcp_view) v;
    static const size_t small[] = {0, 1, sizeof(size_t), sizeof(mcp_view) - 1};
    for (size_t i = 0; i < 4; i++) {
        memset(&v, 0xA5, sizeof v);
        v.known.struct_size = small[i];
        EQUAL(mcp_error_view(e, &v.known), BAD_ARGUMENT);
        EQUAL(v.known.struct_size, small[i]);
        CHECK(all((unsigned char *)&v + sizeof(size_t), sizeof v - sizeof(size_t), 0xA5));
    }
    memset(&v, 0xA5, sizeof v);
    v.known.struct_size = sizeof v;
    EQUAL(mcp_error_view(e, &v.known), OK);
    EQUAL(v.known.struct_size, sizeof v);
    EQUAL(v.known.kind, MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    TEXT(v.known.required_caps_json, "{\"roots\":{}}");
    CHECK(all(v.guard, sizeof v.guard, 0xA5));

    memset(&v, 0xA5, sizeof v);
    v.known.struct_size = sizeof v.known;
    EQUAL(mcp_error_view(NULL, &v.known), BAD_ARGUMENT);
    CHECK(all((unsigned char *)&v + sizeof(size_t), sizeof v - sizeof(size_t), 0xA5));
    EQUAL(mcp_error_view(e, NULL), BAD_ARGUMENT);
    mcp_error_free(e);
}

static void classification(void)
{
    LARGER(mcp_classification) c;
    static const size_t small[] = {0, 1, sizeof(size_t), sizeof(mcp_classification) - 1};
    for (size_t i = 0; i < 8; i++) {
        memset(&c, 0xA5, sizeof c);
        c.known.struct_size = small[i / 2];
        EQUAL(i % 2 ? mcp_classify(missing, sizeof missing - 1, 0, &c.known) : mcp_classify_response(missing, sizeof missing - 1, 0, &c.known),
              BAD_ARGUMENT);
        EQUAL(c.known.struct_size, small[i / 2]);
        CHECK(all((unsigned char *)&c + sizeof(size_t), sizeof c - sizeof(size_t), 0xA5));
    }
    for (int i = 0; i < 2; i++) {
        memset(&c, 0xA5, sizeof c);
        c.known.struct_size = sizeof c;
        EQUAL(i ? mcp_classify(missing, sizeof missing - 1, 0, &c.known) : mcp_classify_response(missing, sizeof missing - 1, 0, &c.known), OK);
        EQUAL(c.known.struct_size, sizeof c);
        EQUAL(c.known.reserved, 0);
        CHECK(all(c.guard, sizeof c.guard, 0xA5));
    }
}

static void http_response(void)
{
    LARGER(mcp_http_response) r;
    mcp_error *e;
    static const size_t small[] = {0, 1, sizeof(size_t), sizeof(mcp_http_response) - 1};
    memset(&r, 0xFF, sizeof r); /* garbage in the unknown members and in the padding after the status */
    r.known.status = 400;
    r.known.content_type = r.known.www_authenticate = r.known.retry_after = r.known.location = r.known.context_json = NULL;
    r.known.content_type_len = r.known.www_authenticate_len = r.known.retry_after_len = r.known.location_len = r.known.context_len = 0;
    r.known.body = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32020,\"message\":\"m\"}}";
    r.known.body_len = strlen(r.known.body);
    r.known.max_error_body = 0;
    for (size_t i = 0; i < 4; i++) {
        e = JUNK(mcp_error);
        r.known.struct_size = small[i];
        EQUAL(mcp_error_from_http(&r.known, &e, NULL), BAD_ARGUMENT);
        CHECK(e == NULL);
    }
    r.known.struct_size = sizeof r;
    EQUAL(mcp_error_from_http(&r.known, &e, NULL), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_HEADER_MISMATCH_ERROR);
    EQUAL(r.known.struct_size, sizeof r);
    mcp_error_free(e);
}

static void request(void)
{
    LARGER(mcp_request) r;
    static const char call[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}";
    static const size_t small[] = {0, 1, sizeof(size_t), sizeof(mcp_request) - 1};
    for (size_t i = 0; i < 4; i++) {
        memset(&r, 0xA5, sizeof r);
        r.known.struct_size = small[i];
        EQUAL(mcp_request_read(call, sizeof call - 1, &r.known), BAD_ARGUMENT);
        CHECK(all((unsigned char *)&r + sizeof(size_t), sizeof r - sizeof(size_t), 0xA5));
    }
    r.known.struct_size = sizeof r;
    EQUAL(mcp_request_read(call, sizeof call - 1, &r.known), OK);
    EQUAL(r.known.struct_size, sizeof r);
    EQUAL(r.known.message_type, MCP_MESSAGE_REQUEST);
    EQUAL(r.known.method.length, 3);
    CHECK(all(r.guard, sizeof r.guard, 0xA5));
}

static void failure(void)
{
    LARGER(mcp_failure) f;
    mcp_error *e = JUNK(mcp_error);
    static const size_t small[] = {0, 1, sizeof(size_t), sizeof(mcp_failure) - 1};
    for (size_t i = 0; i < 4; i++) {
        memset(&f, 0xA5, sizeof f);
        f.known.struct_size = small[i];
        EQUAL(mcp_error_from_jsonrpc(missing, sizeof missing - 1, 0, &e, &f.known), BAD_ARGUMENT);
        CHECK(all((unsigned char *)&f + sizeof(size_t), sizeof f - sizeof(size_t), 0xA5));
    }
    f.known.struct_size = sizeof f;
    EQUAL(mcp_error_from_jsonrpc(missing, sizeof missing - 1, 99, &e, &f.known), BAD_ARGUMENT);
    CHECK(strcmp(f.known.parameter, "http_status") == 0 && f.known.struct_size == sizeof f);
    CHECK(all(f.guard, sizeof f.guard, 0xA5));
}

/* A host's struct may stand anywhere: after a packed byte, in a mapped file. The pointers are made by arithmetic on bytes and never
   dereferenced here. */
static void unaligned_structs(void)
{
    unsigned char bytes[sizeof(mcp_view) + sizeof(mcp_http_response) + 16];
    unsigned char *at = bytes;
    mcp_error *e = error_of(missing, 400), *made = NULL;
    mcp_view v;
    mcp_classification c;
    mcp_request r;
    mcp_http_response h = {0};
    while ((uintptr_t)at % 8 != 1)
        at++;
    void *unaligned = at;
#define PUT(value) memset(bytes, 0xA5, sizeof bytes), (value).struct_size = sizeof(value), memcpy(at, &(value), sizeof(value))
#define GET(value) memcpy(&(value), at, sizeof(value)); CHECK(at[sizeof(value)] == 0xA5)
    PUT(v);
    EQUAL(mcp_error_view(e, unaligned), OK);
    GET(v);
    EQUAL(v.code, -32021);
    PUT(c);
    EQUAL(mcp_classify(missing, sizeof missing - 1, 0, unaligned), OK);
    GET(c);
    EQUAL(c.code, -32021);
    PUT(c);
    EQUAL(mcp_classify_response(missing, sizeof missing - 1, 0, unaligned), OK);
    GET(c);
    EQUAL(c.message_type, MCP_MESSAGE_OTHER);
    PUT(r);
    EQUAL(mcp_request_read(missing, sizeof missing - 1, unaligned), OK);
    GET(r);
    EQUAL(r.message_type, MCP_MESSAGE_OTHER);
    h.status = 429;
    PUT(h);
    EQUAL(mcp_error_from_http(unaligned, &made, NULL), OK);
    EQUAL(mcp_error_http_status(made), 429);
    mcp_error_free(made);
    mcp_error_free(e);
}

/* Text in needs no alignment, no NUL after it, and is not changed; a copy is kept, so the caller may overwrite it. */
static void text_in_stands_anywhere(void)
{
    for (size_t shift = 0; shift < 17; shift++) {
        size_t len = sizeof missing - 1;
        char *exact = malloc(shift + len); /* a read beyond the end is an error under valgrind and the sanitizers */
        mcp_error *e = NULL;
        mcp_classification c;
        memcpy(exact + shift, missing, len);
        c.struct_size = sizeof c;
        EQUAL(mcp_error_from_jsonrpc(exact + shift, len, 0, &e, NULL), OK);
        EQUAL(mcp_classify(exact + shift, len, 0, &c), OK);
        EQUAL(mcp_json_check(exact + shift, len, NULL), OK);
        CHECK(memcmp(exact + shift, missing, len) == 0);
        CHECK(c.required_capabilities.length == 12 && memcmp(exact + shift + c.required_capabilities.offset, "{\"roots\":{}}", 12) == 0);
        memset(exact, 0, shift + len);
        free(exact);
        TEXT(mcp_error_required_caps_json(e), "{\"roots\":{}}");
        mcp_error_free(e);
    }
}

int main(void)
{
    RUN(view);
    RUN(classification);
    RUN(http_response);
    RUN(request);
    RUN(failure);
    RUN(unaligned_structs);
    RUN(text_in_stands_anywhere);
    return check_end("structs");
}
