/* Classification without a handle: flags and spans, server-sent events, string decoding, where JSON goes wrong. */
#include "check.h"

static mcp_classification classified(const char *json, size_t len, uint16_t status)
{
    mcp_classification c;
    memset(&c, 0xA5, sizeof c);
    c.struct_size = sizeof c;
    EQUAL(mcp_classify(json, len, status, &c), OK);
    return c;
}

static mcp_classification response(const char *json, size_t len, uint16_t status)
{
    mcp_classification c;
    memset(&c, 0xA5, sizeof c);
    c.struct_size = sizeof c;
    EQUAL(mcp_classify_response(json, len, status, &c), OK);
    return c;
}

#define SPAN(json, span, want)                                                                          \
    do {                                                                                                \
        CHECK((span).offset <= strlen(json) && (span).length <= strlen(json) - (span).offset);          \
        check_text((json) + (span).offset, (size_t)(span).length, (want), strlen(want), __FILE__, __LINE__, #span); \
    } while (0)
#define ABSENT(span) CHECK((span).offset == UINT64_MAX && (span).length == 0)

static void spans_of_a_whole_response(void)
{
    const char *json = " {\"id\":1,\"error\":{\"message\":\"m\\u0041\",\"code\":-32021,\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}}";
    mcp_classification c = response(json, strlen(json), 400);
    EQUAL(c.kind, MCP_KIND_SERVER_ERROR); /* without "jsonrpc":"2.0" beyond 2xx */
    json = " {\"jsonrpc\":\"2.0\",\"error\":{\"message\":\"m\\u0041\",\"code\":-32021,\"data\":{\"requiredCapabilities\": {\"roots\":{}}}}}";
    c = response(json, strlen(json), 400);
    EQUAL(c.kind, MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    EQUAL(c.flags, MCP_FLAG_WELL_FORMED | MCP_FLAG_MODERN | MCP_FLAG_MODERN_HTTP | MCP_FLAG_MODERN_FOR_PROBE | MCP_FLAG_PROTOCOL_ERROR |
                       MCP_FLAG_HAS_CODE | MCP_FLAG_HAS_DATA | MCP_FLAG_MESSAGE_IS_STRING | MCP_FLAG_MESSAGE_NEEDS_DECODING);
    EQUAL(c.code, -32021);
    EQUAL(c.http_status, 400);
    EQUAL(c.reserved, 0);
    SPAN(json, c.code_text, "-32021");
    SPAN(json, c.message, "m\\u0041");
    SPAN(json, c.data, "{\"requiredCapabilities\": {\"roots\":{}}}");
    SPAN(json, c.required_capabilities, "{\"roots\":{}}");
    ABSENT(c.supported);
    ABSENT(c.requested);
}

static void spans_of_a_refused_version(void)
{
    const char *json = "\xEF\xBB\xBF{\"code\":-32022,\"message\":\"\",\"data\":{\"supported\":[\"a\"],\"requested\":null}}";
    mcp_classification c = classified(json, strlen(json), 0);
    EQUAL(c.kind, MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR);
    CHECK(!(c.flags & MCP_FLAG_WELL_FORMED) && !(c.flags & MCP_FLAG_MODERN));
    SPAN(json, c.supported, "[\"a\"]");
    SPAN(json, c.requested, "null");
    SPAN(json, c.message, "");
    ABSENT(c.required_capabilities);
    json = "{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":{},\"requested\":\"v\"}}";
    c = classified(json, strlen(json), 0);
    ABSENT(c.supported);
    SPAN(json, c.requested, "\"v\"");
    json = "{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":[],\"supported\":[],\"requested\":1}}";
    c = classified(json, strlen(json), 0);
    ABSENT(c.required_capabilities);
    ABSENT(c.supported);
    ABSENT(c.requested);
}

static void flags_one_by_one(void)
{
    mcp_classification c = classified(LIT("{\"code\":99999999999999999999,\"message\":\"m\"}"), 0);
    CHECK(c.flags & MCP_FLAG_HAS_CODE && c.flags & MCP_FLAG_CODE_OVERFLOW);
    EQUAL(c.code, 0);
    c = classified(LIT("{\"code\":1.0,\"message\":\"m\"}"), 0);
    CHECK(!(c.flags & (MCP_FLAG_HAS_CODE | MCP_FLAG_CODE_OVERFLOW | MCP_FLAG_HAS_DATA)));
    ABSENT(c.code_text);
    ABSENT(c.data);
    c = classified(LIT("{\"data\":null,\"message\":7}"), 0);
    CHECK(c.flags & MCP_FLAG_HAS_DATA && !(c.flags & MCP_FLAG_MESSAGE_IS_STRING));
    ABSENT(c.message);
    c = classified(LIT("{\"data\":\"\xFF\",\"message\":\"\xFF\"}"), 0);
    CHECK(c.flags & MCP_FLAG_DATA_NOT_UTF8 && c.flags & MCP_FLAG_MESSAGE_NEEDS_DECODING);
    c = classified(LIT("{\"data\":\"\xC3\xA9\",\"message\":\"\xC3\xA9\"}"), 0);
    CHECK(!(c.flags & (MCP_FLAG_DATA_NOT_UTF8 | MCP_FLAG_MESSAGE_NEEDS_DECODING)));
    c = response(LIT("{\"result\":{}}"), 0);
    EQUAL(c.flags, MCP_FLAG_NOT_AN_ERROR);
    EQUAL(c.kind, MCP_KIND_NONE);
    EQUAL(c.code, 0);
    ABSENT(c.data);
    c = response(LIT("{\"result\":{}}"), 500);
    EQUAL(c.kind, MCP_KIND_TRANSIENT_SERVER_ERROR);
    CHECK(c.flags & MCP_FLAG_ERA_INCONCLUSIVE && c.flags & MCP_FLAG_MESSAGE_IS_STRING);
    ABSENT(c.message); /* of our own making */
    c = response(LIT("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"m\"}}"), 404);
    CHECK(c.flags & MCP_FLAG_MODERN_HTTP && !(c.flags & MCP_FLAG_MODERN));
}

static void events(void)
{
    char *text = NULL;
    size_t len = 0;
    EQUAL(mcp_sse_response(LIT("event: message\ndata: {\"result\":1}\n\ndata: {\"method\":\"x\"}\n\n"), &text, &len), OK);
    OWNED(text, len, "{\"result\":1}");
    EQUAL(mcp_sse_response(LIT("data: {\"result\":1}\r\rdata:{\"error\":{}}\r"), &text, &len), OK);
    OWNED(text, len, "{\"error\":{}}");
    /* The last event is open at the end of the body, and counts. */
    EQUAL(mcp_sse_response(LIT("data: {\"error\":\r\ndata:  {\"code\":1}}"), &text, &len), OK);
    OWNED(text, len, "{\"error\":\n {\"code\":1}}");
    EQUAL(mcp_sse_response(LIT("data: {\"error\":null}\n\ndata: {\"error\":false}\n\n"), &text, &len), OK);
    CHECK(text == NULL);
    EQUAL(len, 0);
    EQUAL(mcp_sse_response(LIT("data: {\"result\":\"\xFF\"}\n\n"), &text, &len), OK);
    OWNED(text, len, "{\"result\":\"\xEF\xBF\xBD\"}");
    EQUAL(mcp_sse_response(LIT("\0\xFF\n\r\r\n:"), &text, &len), OK);
    CHECK(text == NULL);
}

static void decoding_needs_exactly_what_it_says(void)
{
    static const struct {
        const char *in;
        size_t in_len;
        const char *out;
        size_t out_len;
    } samples[] = {
        {LIT(""), LIT("")},
        {LIT("plain"), LIT("plain")},
        {LIT("\\n\\t\\\"\\\\\\/\\b\\f\\r"), LIT("\n\t\"\\/\b\f\r")},
        {LIT("a\\u0000b"), LIT("a\0b")},
        {LIT("\\ud83d\\ude00"), LIT("\xF0\x9F\x98\x80")},
        {LIT("\\ud83d"), LIT("\xEF\xBF\xBD")},
        {LIT("\\ude00\\ud83d"), LIT("\xEF\xBF\xBD\xEF\xBF\xBD")},
        {LIT("\\ud83d\\u0041"), LIT("\xEF\xBF\xBD" "A")},
        {LIT("\xFF\xFE"), LIT("\xEF\xBF\xBD\xEF\xBF\xBD")},
        {LIT("\xF0\x9F\x98"), LIT("\xEF\xBF\xBD")},
        {LIT("\xED\xA0\x80"), LIT("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD")},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t need = mcp_json_string_decode(samples[i].in, samples[i].in_len, NULL, 0);
        EQUAL(need, samples[i].out_len);
        CHECK(need <= 3 * samples[i].in_len);
        /* Each capacity up to one more than needed, with a guard after it. */
        for (size_t capacity = 0; capacity <= need + 1; capacity++) {
            char out[64];
            memset(out, 0x5A, sizeof out);
            EQUAL(mcp_json_string_decode(samples[i].in, samples[i].in_len, out, capacity), need);
            for (size_t k = capacity; k < sizeof out; k++)
                CHECK(out[k] == 0x5A);
            if (capacity >= need)
                check_text(out, need, samples[i].out, samples[i].out_len, __FILE__, __LINE__, "decoded");
        }
        /* A NULL buffer is measured, not written, whatever capacity is claimed. */
        EQUAL(mcp_json_string_decode(samples[i].in, samples[i].in_len, NULL, 100), need);
    }
    /* What no string can have inside: any answer, no crash, within the bound. */
    static const char *const broken[] = {"\\", "\\u", "\\u12", "\\ud83d\\", "\\ud83d\\u", "\\x", "\"", "\x01"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        CHECK(mcp_json_string_decode(broken[i], strlen(broken[i]), NULL, 0) <= 3 * strlen(broken[i]));
}

static void where_json_goes_wrong(void)
{
    static const struct {
        const char *json;
        size_t offset;
    } samples[] = {
        {"", 0}, {"{", 1}, {"{]", 1}, {"[1,]", 3}, {"{\"a\":}", 5}, {"01", 1}, {"1 2", 2}, {"nul", 3}, {"nulx", 3}, {"\"a", 2},
        {"\"\\x\"", 2}, {"\"\\u12g4\"", 5}, {"-", 1}, {"1.", 2}, {"1e", 2}, {"\"\n\"", 1}, {"[1 // x\n]", 3}, {"\xEF\xBB\xBF\xEF\xBB\xBF" "1", 3},
        {"NaN", 0}, {"'a'", 0}, {"{\"a\":1,}", 7}, {"[\xFF]", 1}, {"{a:1}", 1}, {"\x0B" "1", 0},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t offset = 9999;
        mcp_status status = mcp_json_check(samples[i].json, strlen(samples[i].json), &offset);
        if (status != BAD_JSON || offset != samples[i].offset)
            printf("text %s\n", samples[i].json);
        EQUAL(status, BAD_JSON);
        EQUAL(offset, samples[i].offset);
    }
    static const char *const good[] = {"0", "-0.0e+1", " [ ] ", "\xEF\xBB\xBF{}", "\"\xFF\\ud800\"", "{\"a\":{},\"a\":[null,true,false]}"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        EQUAL(mcp_json_check(good[i], strlen(good[i]), NULL), OK);
    EQUAL(mcp_json_check("1\0", 2, NULL), BAD_JSON);
}

/* The one call and the handle must say the same. */
static void classification_is_what_the_handle_says(void)
{
    static const char *const samples[] = {
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{}}}}",
        "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32022,\"message\":null}}", "{\"error\":5}", "{\"error\":{\"code\":-32020,\"message\":\"\"}}", "[]", "",
        "{\"result\":null}"};
    static const uint16_t statuses[] = {0, 200, 202, 302, 400, 401, 403, 404, 408, 500};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        for (size_t k = 0; k < sizeof statuses / sizeof *statuses; k++) {
            mcp_http_response r = {0};
            mcp_error *e = NULL;
            mcp_classification c = response(samples[i], strlen(samples[i]), statuses[k]);
            r.struct_size = sizeof r, r.status = statuses[k], r.body = samples[i], r.body_len = strlen(samples[i]);
            mcp_status status = statuses[k] ? mcp_error_from_http(&r, &e, NULL) : mcp_error_from_response(r.body, r.body_len, &e);
            EQUAL(status == MCP_STATUS_NOT_AN_ERROR, c.flags == MCP_FLAG_NOT_AN_ERROR);
            EQUAL(c.kind, mcp_error_kind(e));
            EQUAL(!!(c.flags & MCP_FLAG_MODERN), mcp_error_is_modern(e));
            EQUAL(!!(c.flags & MCP_FLAG_WELL_FORMED), mcp_error_is_well_formed(e));
            EQUAL(!!(c.flags & MCP_FLAG_MESSAGE_IS_STRING), mcp_error_message_is_string(e));
            if (e)
                EQUAL(c.http_status, mcp_error_http_status(e));
            mcp_error_free(e);
        }
}

int main(void)
{
    RUN(spans_of_a_whole_response);
    RUN(spans_of_a_refused_version);
    RUN(flags_one_by_one);
    RUN(events);
    RUN(decoding_needs_exactly_what_it_says);
    RUN(where_json_goes_wrong);
    RUN(classification_is_what_the_handle_says);
    return check_end("classify");
}
