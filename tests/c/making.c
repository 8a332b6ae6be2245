/* What a host makes without a JSON library: objects, strings, headers; and messages out of a stream that is still open. */
#include "check.h"

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

static void sets_members_one_by_one(void)
{
    char *object = NULL;
    size_t len = 77;
    EQUAL(mcp_json_set(&object, &len, "a", LIT("x\"\n\\\0y"), 0, NULL), OK);
    check_text(object, len, LIT("{\"a\":\"x\\\"\\n\\\\\\u0000y\"}"), __FILE__, __LINE__, "object");
    EQUAL(mcp_json_set(&object, &len, "b", LIT(" [1.50, {}] "), 1, NULL), OK);
    EQUAL(mcp_json_set(&object, NULL, "a", NULL, 0, 0, NULL), OK); /* the length may be counted by the library */
    EQUAL(mcp_json_set(&object, NULL, "absent", NULL, 0, 0, NULL), OK);
    CHECK(object && strcmp(object, "{\"b\":[1.50, {}]}") == 0);
    mcp_string_free(object);
}

static void refuses_what_is_wrong_and_changes_nothing(void)
{
    char *object = NULL, *before;
    size_t len = 0;
    mcp_failure failure;
    failure.struct_size = sizeof failure;
    EQUAL(mcp_json_set(&object, &len, "a", LIT("1"), 1, &failure), OK);
    CHECK(failure.parameter[0] == 0 && failure.member[0] == 0 && failure.problem[0] == 0 && failure.offset == SIZE_MAX);
    before = object;
    EQUAL(mcp_json_set(&object, &len, "b", LIT("{\"x\":}"), 1, &failure), BAD_JSON);
    CHECK(strcmp(failure.parameter, "value") == 0 && failure.offset == 5);
    EQUAL(mcp_json_set(&object, &len, NULL, LIT("1"), 1, &failure), BAD_ARGUMENT);
    CHECK(strcmp(failure.parameter, "name") == 0);
    EQUAL(mcp_json_set(&object, &len, "b", NULL, 1, 1, &failure), BAD_ARGUMENT);
    EQUAL(mcp_json_set(NULL, &len, "b", LIT("1"), 1, &failure), BAD_ARGUMENT);
    CHECK(strcmp(failure.parameter, "object") == 0);
    CHECK(object == before);
    OWNED(object, len, "{\"a\":1}");
}

/* A header's value that a peer chose, put into the server's description: in place of `"required":{...}` it would open the check. */
static void a_peers_text_does_not_break_out_of_its_string(void)
{
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"," META "}}";
    static const char evil[] = "2026-07-28\",\"mcp-method\":\"tools/call\",\"mcp-name\":\"t\"},\"required\":{},\"input_schema\":null,\"methods\":null}";
    char *headers = NULL, *server = NULL;
    size_t headers_len = 0, len = 0;
    mcp_error *e = NULL;
    EQUAL(mcp_json_set(&headers, &headers_len, "mcp-protocol-version", LIT(evil), 0, NULL), OK);
    EQUAL(mcp_json_set(&server, &len, "versions", LIT("[\"2026-07-28\"]"), 1, NULL), OK);
    EQUAL(mcp_json_set(&server, &len, "methods", LIT("null"), 1, NULL), OK);
    EQUAL(mcp_json_set(&server, &len, "required", LIT("{\"roots\":{}}"), 1, NULL), OK);
    EQUAL(mcp_json_set(&server, &len, "headers", headers, headers_len, 1, NULL), OK);
    EQUAL(mcp_request_check(LIT(request), server, len, &e, NULL), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_HEADER_MISMATCH_ERROR);
    mcp_error_free(e);
    mcp_string_free(headers);
    mcp_string_free(server);
}

static void encodes_strings(void)
{
    static const struct {
        const char *in;
        size_t in_len;
        const char *out;
    } samples[] = {{LIT(""), "\"\""}, {LIT("a\"b\\"), "\"a\\\"b\\\\\""}, {LIT("\n\t\0"), "\"\\n\\t\\u0000\""}, {LIT("\xC3\xA9"), "\"\xC3\xA9\""},
                   {LIT("\xFF"), "\"\xEF\xBF\xBD\""}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t want = strlen(samples[i].out);
        char out[64], back[64];
        EQUAL(mcp_json_string_encode(samples[i].in, samples[i].in_len, NULL, 0), want);
        for (size_t capacity = 0; capacity <= want + 1; capacity++) {
            memset(out, 0x5A, sizeof out);
            EQUAL(mcp_json_string_encode(samples[i].in, samples[i].in_len, out, capacity), want);
            for (size_t k = capacity; k < sizeof out; k++)
                CHECK(out[k] == 0x5A);
        }
        check_text(out, want, samples[i].out, want, __FILE__, __LINE__, "encoded");
        CHECK(mcp_json_string_decode(out + 1, want - 2, back, sizeof back) <= sizeof back);
    }
    EQUAL(mcp_json_string_encode(NULL, 0, NULL, 0), 2);
}

static void headers_to_send(void)
{
    static const char call[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"h\xC3\xA4\",\"arguments\":{\"region\":\"eu\"}," META "}}";
    char *text = NULL;
    size_t len = 0;
    mcp_failure failure;
    failure.struct_size = sizeof failure;
    EQUAL(mcp_request_headers(LIT(call), NULL, 0, &text, &len, NULL), OK);
    OWNED(text, len, "{\"MCP-Protocol-Version\":\"2026-07-28\",\"Mcp-Method\":\"tools/call\",\"Mcp-Name\":\"=?base64?aMOk?=\"}");
    EQUAL(mcp_request_headers(LIT(call), LIT("{\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"}}}"), &text, &len, NULL), OK);
    CHECK(text && strstr(text, "\"Mcp-Param-Region\":\"eu\""));
    mcp_string_free(text);
    text = JUNK(char);
    EQUAL(mcp_request_headers(LIT(call), LIT("{\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"a b\"}}}"), &text, &len, &failure), BAD_ARGUMENT);
    CHECK(text == NULL && strcmp(failure.parameter, "input_schema_json") == 0 && failure.problem[0] != 0);
}

static void parts_of_a_request(void)
{
    static const char call[] = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"a\":1}," META "}}";
    mcp_request r;
    r.struct_size = sizeof r;
    EQUAL(mcp_request_read(LIT(call), &r), OK);
    EQUAL(r.message_type, MCP_MESSAGE_REQUEST);
    EQUAL(r.reserved, 0);
#define PART(span, want) check_text(call + (span).offset, (size_t)(span).length, LIT(want), __FILE__, __LINE__, #span)
    PART(r.id, "7");
    PART(r.method, "\"tools/call\"");
    PART(r.name, "\"t\"");
    PART(r.protocol_version, "\"2026-07-28\"");
    PART(r.capabilities, "{}");
    PART(r.arguments, "{\"a\":1}");
    EQUAL(mcp_request_read(LIT("{}"), &r), OK);
    EQUAL(r.message_type, MCP_MESSAGE_OTHER);
    CHECK(r.arguments.offset == UINT64_MAX && r.arguments.length == 0);
}

/* The same messages, wherever the stream is cut. */
static void messages_of_an_open_stream(void)
{
    static const char stream[] = "\xEF\xBB\xBF: hello\nid: 7\nretry: 250\ndata: {\"a\":\r\ndata: 1}\r\n\r\ndata\n\ndata: 0123456789012345678901234567890123456789\n\ndata: last";
    for (size_t piece = 1; piece <= sizeof stream; piece++) {
        mcp_sse_reader *reader = NULL;
        mcp_str data;
        bool has, too_large;
        size_t found = 0, skipped = 0;
        EQUAL(mcp_sse_reader_new(32, &reader), OK);
        for (size_t at = 0; at <= sizeof stream - 1; at += piece) {
            size_t rest = sizeof stream - 1 - at;
            EQUAL(mcp_sse_reader_push(reader, stream + at, rest < piece ? rest : piece), OK);
            if (rest <= piece)
                EQUAL(mcp_sse_reader_finish(reader), OK);
            while (mcp_sse_reader_next(reader, &data, &has, &too_large) == OK && has) {
                if (too_large)
                    skipped++;
                else if (found++ == 0)
                    TEXT(data, "{\"a\":\n1}");
                else
                    TEXT(data, "last");
            }
            if (rest <= piece)
                break;
        }
        EQUAL(found, 2);
        EQUAL(skipped, 1);
        uint64_t retry = 0;
        TEXT(mcp_sse_reader_last_event_id(reader), "7");
        CHECK(mcp_sse_reader_retry_ms(reader, &retry) && retry == 250 && mcp_sse_reader_retry_ms(reader, NULL));
        EQUAL(mcp_sse_reader_push(reader, "x", 1), BAD_ARGUMENT); /* it is finished */
        mcp_sse_reader_free(reader);
    }
}

static void a_null_reader(void)
{
    mcp_str data = {"x", 1};
    bool has = true;
    uint64_t retry = 7;
    mcp_sse_reader *reader = NULL;
    EQUAL(mcp_sse_reader_new(0, NULL), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_push(NULL, "x", 1), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_finish(NULL), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_next(NULL, &data, &has, NULL), BAD_ARGUMENT);
    CHECK(data.len == 1 && has);
    TEXT(mcp_sse_reader_last_event_id(NULL), "");
    CHECK(!mcp_sse_reader_retry_ms(NULL, &retry) && retry == 7);
    mcp_sse_reader_free(NULL);
    EQUAL(mcp_sse_reader_new(0, &reader), OK);
    EQUAL(mcp_sse_reader_push(reader, NULL, 1), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_push(reader, NULL, 0), OK);
    EQUAL(mcp_sse_reader_next(reader, NULL, &has, NULL), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_next(reader, &data, NULL, NULL), BAD_ARGUMENT);
    EQUAL(mcp_sse_reader_next(reader, &data, &has, NULL), OK);
    CHECK(!has && data.len == 0 && data.ptr != NULL && !mcp_sse_reader_retry_ms(reader, &retry));
    mcp_sse_reader_free(reader);
}

int main(void)
{
    RUN(sets_members_one_by_one);
    RUN(refuses_what_is_wrong_and_changes_nothing);
    RUN(a_peers_text_does_not_break_out_of_its_string);
    RUN(encodes_strings);
    RUN(headers_to_send);
    RUN(parts_of_a_request);
    RUN(messages_of_an_open_stream);
    RUN(a_null_reader);
    return check_end("making");
}
