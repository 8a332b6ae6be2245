/* Making typed errors and reading them: every constructor and every reader. */
#include "check.h"

static void numbers_of_the_library(void)
{
    CHECK(strcmp(mcp_errors_version(), "0.1.0") == 0);
    EQUAL(mcp_errors_abi_version(), MCP_ERRORS_ABI_VERSION);
    EQUAL(MCP_ERRORS_ABI_VERSION, 1);
    EQUAL(mcp_errors_version_number(), MCP_ERRORS_VERSION_NUMBER);
    EQUAL(MCP_ERRORS_VERSION_NUMBER, 1000); /* 0.1.0 */
}

static void a_missing_capability(void)
{
    mcp_error *e = error_of("{\"code\":-32021,\"message\":\"elicitation wanted\",\"data\":{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}}}}}", 400);
    int64_t code = 0;
    EQUAL(mcp_error_kind(e), MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    CHECK(mcp_error_code(e, &code));
    EQUAL(code, -32021);
    CHECK(mcp_error_code(e, NULL));
    TEXT(mcp_error_code_text(e), "-32021");
    TEXT(mcp_error_message(e), "elicitation wanted");
    TEXT(mcp_error_data_json(e), "{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}}}}");
    TEXT(mcp_error_required_caps_json(e), "{\"elicitation\":{\"url\":{}}}");
    TEXT(mcp_error_malformed_reason(e), "");
    TEXT(mcp_error_requested_json(e), "");
    TEXT(mcp_error_supported_suffix(e), "");
    TEXT(mcp_error_scope(e), "");
    TEXT(mcp_error_description(e), "");
    TEXT(mcp_error_retry_after(e), "");
    EQUAL(mcp_error_supported_count(e), 0);
    EQUAL(mcp_error_http_status(e), 400);
    CHECK(mcp_error_message_is_string(e) && mcp_error_has_data(e) && mcp_error_is_well_formed(e) && mcp_error_is_modern(e));
    CHECK(mcp_error_is_modern_http(e) && mcp_error_is_modern_for_probe(e) && mcp_error_is_protocol_error(e));
    CHECK(!mcp_error_is_era_inconclusive(e) && !mcp_error_is_local(e));
    mcp_error_free(e);
}

static void a_malformed_one_says_why(void)
{
    mcp_error *e = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"elicitation\":{\"url\":1}}}}", 0);
    CHECK(!mcp_error_is_well_formed(e) && !mcp_error_is_modern(e));
    TEXT(mcp_error_malformed_reason(e), "data.requiredCapabilities.elicitation.url is not an object");
    TEXT(mcp_error_required_caps_json(e), "{\"elicitation\":{\"url\":1}}");
    mcp_error_free(e);
    e = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"extensions\":{\"peer.example/secret\":1}}}}", 0);
    CHECK(mcp_error_malformed_reason(e).len > 0);
    CHECK(!holds(mcp_error_malformed_reason(e), "secret"));
    mcp_error_free(e);
    e = error_of("{\"code\":-32021,\"message\":\"m\"}", 0);
    TEXT(mcp_error_required_caps_json(e), "{}");
    CHECK(!mcp_error_is_well_formed(e));
    mcp_error_free(e);
}

static void an_unsupported_version(void)
{
    mcp_error *e = error_of("{\"code\":-32022,\"message\":\"\",\"data\":{\"supported\":[\"2026-07-28\",\"d\\u00e9j\\u00e0\"],\"requested\":\"1900-01-01\"}}", 0);
    EQUAL(mcp_error_supported_count(e), 2);
    TEXT(mcp_error_supported_at(e, 0), "2026-07-28");
    TEXT(mcp_error_supported_at(e, 1), "d\xC3\xA9j\xC3\xA0");
    TEXT(mcp_error_supported_at(e, 2), "");
    TEXT(mcp_error_supported_at(e, SIZE_MAX), "");
    TEXT(mcp_error_supported_suffix(e), " (server supports: 2026-07-28, d\xC3\xA9j\xC3\xA0)");
    TEXT(mcp_error_requested_json(e), "\"1900-01-01\"");
    TEXT(mcp_error_message(e), "");
    CHECK(mcp_error_message_is_string(e));
    CHECK(!mcp_error_has_data(NULL));
    EQUAL(mcp_error_http_status(e), 0);
    mcp_error_free(e);
}

static void messages_of_any_kind(void)
{
    mcp_error *e = error_of("{\"code\":1,\"message\":\"a\\u0000b\"}", 0);
    TEXT(mcp_error_message(e), "a\0b");
    mcp_error_free(e);
    /* A lone surrogate reads as U+FFFD. */
    e = error_of("{\"message\":\"x\\ud800y\"}", 0);
    TEXT(mcp_error_message(e), "x\xEF\xBF\xBDy");
    mcp_error_free(e);
    /* Bytes that are not UTF-8: one U+FFFD for each maximal ill-formed part. */
    e = error_of("{\"message\":\"\xE2\x82\xFF\"}", 0);
    TEXT(mcp_error_message(e), "\xEF\xBF\xBD\xEF\xBF\xBD");
    mcp_error_free(e);
    e = error_of("{\"code\":-32021,\"message\": { \"a\" : [ 1 , \"b c\" ] } }", 0);
    TEXT(mcp_error_message(e), "{\"a\":[1,\"b c\"]}");
    CHECK(!mcp_error_message_is_string(e));
    EQUAL(mcp_error_kind(e), MCP_KIND_SERVER_ERROR);
    mcp_error_free(e);
    e = error_of("[]", 0);
    TEXT(mcp_error_message(e), "Unknown server error");
    CHECK(!mcp_error_message_is_string(e));
    mcp_error_free(e);
}

static void codes_of_any_width(void)
{
    int64_t code = 77;
    mcp_error *e = error_of("{\"code\":9223372036854775808,\"message\":\"m\"}", 0);
    CHECK(!mcp_error_code(e, &code));
    EQUAL(code, 77);
    TEXT(mcp_error_code_text(e), "9223372036854775808");
    mcp_error_free(e);
    e = error_of("{\"code\":-9223372036854775808,\"message\":\"m\"}", 0);
    CHECK(mcp_error_code(e, &code));
    CHECK(code == INT64_MIN);
    mcp_error_free(e);
    e = error_of("{\"code\":-0,\"message\":\"m\"}", 0);
    CHECK(mcp_error_code(e, &code));
    EQUAL(code, 0);
    mcp_error_free(e);
    code = 77;
    e = error_of("{\"code\":-32022.0,\"message\":\"m\"}", 0);
    CHECK(!mcp_error_code(e, &code));
    EQUAL(code, 77);
    TEXT(mcp_error_code_text(e), "");
    EQUAL(mcp_error_kind(e), MCP_KIND_SERVER_ERROR);
    mcp_error_free(e);
}

static void data_absent_and_null(void)
{
    mcp_error *e = error_of("{\"code\":1,\"message\":\"m\"}", 0);
    CHECK(!mcp_error_has_data(e));
    TEXT(mcp_error_data_json(e), "");
    mcp_error_free(e);
    e = error_of("{\"code\":1,\"message\":\"m\",\"data\":null}", 0);
    CHECK(mcp_error_has_data(e));
    TEXT(mcp_error_data_json(e), "null");
    mcp_error_free(e);
    /* The peer's bytes, white space and escapes included; the last of a repeated member. */
    e = error_of("{\"data\":1,\"data\": [ 1.50 ,\"\\u0041\\ud800\" ] }", 0);
    TEXT(mcp_error_data_json(e), "[ 1.50 ,\"\\u0041\\ud800\" ]");
    mcp_error_free(e);
}

static void whole_responses(void)
{
    mcp_error *e = JUNK(mcp_error);
    EQUAL(mcp_error_from_response(LIT("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"), &e), MCP_STATUS_NOT_AN_ERROR);
    CHECK(e == NULL);
    EQUAL(mcp_error_from_response(LIT("{\"error\":{\"code\":-32601,\"message\":\"m\"},\"result\":{}}"), &e), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_METHOD_NOT_FOUND_ERROR);
    mcp_error_free(e);
    EQUAL(mcp_error_from_response(LIT("\xEF\xBB\xBF{\"error\":{\"code\":5,\"message\":\"m\"}}"), &e), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_SERVER_ERROR);
    mcp_error_free(e);
    EQUAL(mcp_error_from_response(LIT("plainly no JSON"), &e), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSPORT_ERROR);
    TEXT(mcp_error_message(e), "No JSON-RPC response");
    mcp_error_free(e);
    EQUAL(mcp_error_from_response(NULL, 0, &e), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSPORT_ERROR);
    mcp_error_free(e);
}

static mcp_error *http(mcp_http_response r)
{
    mcp_error *e = NULL;
    r.struct_size = sizeof r;
    EQUAL(mcp_error_from_http(&r, &e, NULL), OK);
    return e;
}

#define FIELD(name, text) r.name = (text), r.name##_len = sizeof(text) - 1

static void http_answers(void)
{
    mcp_http_response r = {0};
    r.status = 403;
    FIELD(www_authenticate, "Basic realm=\"x\", Bearer error=\"insufficient_scope\", scope=\"files:write\", error_description=\"more, please\"");
    mcp_error *e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_INSUFFICIENT_SCOPE_ERROR);
    TEXT(mcp_error_scope(e), "files:write");
    TEXT(mcp_error_description(e), "more, please");
    TEXT(mcp_error_message(e), "HTTP 403");
    mcp_error_free(e);

    memset(&r, 0, sizeof r);
    r.status = 503;
    FIELD(retry_after, "120");
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSIENT_SERVER_ERROR);
    TEXT(mcp_error_retry_after(e), "120");
    EQUAL(mcp_error_http_status(e), 503);
    CHECK(mcp_error_is_era_inconclusive(e));
    mcp_error_free(e);

    memset(&r, 0, sizeof r);
    r.status = 200;
    FIELD(content_type, "Text/Event-Stream; charset=utf-8");
    FIELD(body, ": hello\r\ndata: {\"error\":\r\ndata: {\"code\":-32601,\"message\":\"m\"}}");
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_METHOD_NOT_FOUND_ERROR);
    mcp_error_free(e);

    /* A header need not be UTF-8, and an empty body on 2xx is an answer that never came. */
    memset(&r, 0, sizeof r);
    r.status = 200;
    FIELD(content_type, "\xFF\xFE");
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR);
    mcp_error_free(e);
    r.status = 202; /* the answer comes on another stream, or not at all */
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSPORT_ERROR);
    mcp_error_free(e);
    r.status = 999; /* counts as 5xx */
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_TRANSIENT_SERVER_ERROR);
    EQUAL(mcp_error_http_status(e), 999);
    mcp_error_free(e);

    memset(&r, 0, sizeof r);
    r.status = 307;
    FIELD(location, "/mcp");
    e = http(r);
    TEXT(mcp_error_location(e), "/mcp");
    EQUAL(mcp_error_message_type(e), MCP_MESSAGE_EMPTY);
    mcp_error_free(e);

    /* A stream that ended before the response: where to resume it. */
    memset(&r, 0, sizeof r);
    r.status = 200;
    FIELD(content_type, "text/event-stream");
    FIELD(body, "id: 7\nretry: 1500\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n");
    uint64_t retry = 0;
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR);
    TEXT(mcp_error_last_event_id(e), "7");
    CHECK(mcp_error_retry_ms(e, &retry) && mcp_error_retry_ms(e, NULL) && retry == 1500);
    mcp_error_free(e);

    /* With a context results are judged. */
    memset(&r, 0, sizeof r);
    r.status = 200;
    FIELD(body, "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"resultType\":\"input_required\",\"requestState\":\"s\"}}");
    r.context_json = "{\"era\":\"modern\",\"method\":\"tools/call\"}", r.context_len = strlen(r.context_json);
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_INPUT_REQUIRED_ERROR);
    TEXT(mcp_error_id_json(e), "\"a\"");
    EQUAL(mcp_error_message_type(e), MCP_MESSAGE_RESULT);
    mcp_error_free(e);
    EQUAL(mcp_error_from_answer(r.body, r.body_len, r.context_json, r.context_len, &e, NULL), OK);
    EQUAL(mcp_error_kind(e), MCP_KIND_INPUT_REQUIRED_ERROR);
    mcp_error_free(e);
    EQUAL(mcp_error_from_answer(r.body, r.body_len, LIT("{\"era\":\"legacy\"}"), &e, NULL), MCP_STATUS_NOT_AN_ERROR);
    CHECK(e == NULL);
    r.context_json = NULL, r.context_len = 0;
    e = JUNK(mcp_error), r.struct_size = sizeof r;
    EQUAL(mcp_error_from_http(&r, &e, NULL), MCP_STATUS_NOT_AN_ERROR);
    CHECK(e == NULL);
}

static void the_limit_on_error_bodies(void)
{
    mcp_http_response r = {0};
    r.status = 400;
    FIELD(body, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32020,\"message\":\"m\"}}");
    r.max_error_body = r.body_len;
    mcp_error *e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_HEADER_MISMATCH_ERROR);
    mcp_error_free(e);
    r.max_error_body = r.body_len - 1;
    e = http(r);
    EQUAL(mcp_error_kind(e), MCP_KIND_SERVER_ERROR);
    TEXT(mcp_error_message(e), "HTTP 400");
    mcp_error_free(e);
}

static void local_conditions(void)
{
    mcp_error *e = NULL;
    for (mcp_kind kind = 0; mcp_kind_name(kind); kind++) {
        EQUAL(mcp_error_new(kind, LIT("gone"), &e), OK);
        EQUAL(mcp_error_kind(e), kind);
        CHECK(mcp_error_is_local(e) && !mcp_error_code(e, NULL) && mcp_error_message_is_string(e));
        TEXT(mcp_error_message(e), "gone");
        TEXT(mcp_error_code_text(e), "");
        mcp_error_free(e);
    }
    EQUAL(mcp_error_new(MCP_KIND_REQUEST_TIMEOUT_ERROR, LIT("bad \xFF byte"), &e), OK);
    TEXT(mcp_error_message(e), "bad \xEF\xBF\xBD byte");
    mcp_error_free(e);
    EQUAL(mcp_error_new_insufficient_scope(LIT("m"), LIT("a b"), NULL, 0, &e), OK);
    TEXT(mcp_error_scope(e), "a b");
    TEXT(mcp_error_description(e), "");
    EQUAL(mcp_error_http_status(e), 403);
    EQUAL(mcp_error_kind(e), MCP_KIND_INSUFFICIENT_SCOPE_ERROR);
    mcp_error_free(e);
}

static void the_view_is_what_the_readers_say(void)
{
    static const char *const samples[] = {
        "{\"code\":-32021,\"message\":\"m\\u0000\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}",
        "{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"a\",\"b\"],\"requested\":{\"x\":1}}}",
        "{\"code\":123456789012345678901234567890,\"message\":null,\"data\":null}", "null"};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        mcp_error *e = error_of(samples[i], 404);
        mcp_view v = {0};
        int64_t code = 0;
        v.struct_size = sizeof v;
        EQUAL(mcp_error_view(e, &v), OK);
        EQUAL(v.struct_size, sizeof v);
        EQUAL(v.kind, mcp_error_kind(e));
        EQUAL(!!(v.flags & MCP_FLAG_WELL_FORMED), mcp_error_is_well_formed(e));
        EQUAL(!!(v.flags & MCP_FLAG_MODERN), mcp_error_is_modern(e));
        EQUAL(!!(v.flags & MCP_FLAG_MODERN_HTTP), mcp_error_is_modern_http(e));
        EQUAL(!!(v.flags & MCP_FLAG_MODERN_FOR_PROBE), mcp_error_is_modern_for_probe(e));
        EQUAL(!!(v.flags & MCP_FLAG_PROTOCOL_ERROR), mcp_error_is_protocol_error(e));
        EQUAL(!!(v.flags & MCP_FLAG_ERA_INCONCLUSIVE), mcp_error_is_era_inconclusive(e));
        EQUAL(!!(v.flags & MCP_FLAG_HAS_DATA), mcp_error_has_data(e));
        EQUAL(!!(v.flags & MCP_FLAG_MESSAGE_IS_STRING), mcp_error_message_is_string(e));
        EQUAL(!!(v.flags & MCP_FLAG_HAS_CODE), mcp_error_code_text(e).len > 0);
        EQUAL(!!(v.flags & MCP_FLAG_CODE_OVERFLOW), mcp_error_code_text(e).len > 0 && !mcp_error_code(e, NULL));
        mcp_error_code(e, &code);
        EQUAL(v.code, code);
        EQUAL(v.http_status, mcp_error_http_status(e));
        EQUAL(v.local, mcp_error_is_local(e));
        EQUAL(v.supported_count, mcp_error_supported_count(e));
#define SAME(member, reader) CHECK(v.member.len == reader(e).len && memcmp(v.member.ptr, reader(e).ptr, v.member.len) == 0)
        EQUAL(v.message_type, mcp_error_message_type(e));
        EQUAL(v.built, mcp_error_is_built(e));
        EQUAL(v.has_retry_ms, mcp_error_retry_ms(e, NULL));
        EQUAL(v.reserved, 0);
        SAME(id_json, mcp_error_id_json);
        SAME(challenge_error, mcp_error_challenge_error);
        SAME(resource_metadata, mcp_error_resource_metadata);
        SAME(location, mcp_error_location);
        SAME(last_event_id, mcp_error_last_event_id);
        SAME(code_text, mcp_error_code_text);
        SAME(message, mcp_error_message);
        SAME(data_json, mcp_error_data_json);
        SAME(required_caps_json, mcp_error_required_caps_json);
        SAME(supported_suffix, mcp_error_supported_suffix);
        SAME(requested_json, mcp_error_requested_json);
        SAME(scope, mcp_error_scope);
        SAME(description, mcp_error_description);
        SAME(retry_after, mcp_error_retry_after);
        SAME(malformed_reason, mcp_error_malformed_reason);
        SAME(log_line, mcp_error_log_line);
        mcp_error_free(e);
    }
}

static void the_view_reads_back(void)
{
    const int64_t forbidden = -32002;
    char *text = JUNK(char);
    mcp_error *e = error_of("{\"code\":-32022,\"message\":\"m\\u0000\",\"data\":{\"supported\":[\"a\"],\"requested\":\"b\"}}", 400), *again = NULL;
    mcp_str view = mcp_error_view_json(e);
    EQUAL(mcp_error_from_view_json(view.ptr, view.len, &again, NULL), OK);
    mcp_str second = mcp_error_view_json(again);
    CHECK(view.len == second.len && memcmp(view.ptr, second.ptr, view.len) == 0);
    mcp_error_free(e);
    mcp_error_free(again);
    EQUAL(mcp_error_new(MCP_KIND_CONNECTION_ERROR, LIT("down"), &e), OK);
    view = mcp_error_view_json(e);
    EQUAL(mcp_error_from_view_json(view.ptr, view.len, &again, NULL), OK);
    CHECK(mcp_error_is_local(again));
    mcp_error_free(e);
    mcp_error_free(again);
    /* What was built here stays so: a code that must not be sent is not to be had by way of the view. */
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("m"), &forbidden, NULL, 0, 0, &e, NULL), OK);
    view = mcp_error_view_json(e);
    EQUAL(mcp_error_from_view_json(view.ptr, view.len, &again, NULL), OK);
    CHECK(mcp_error_is_built(e) && mcp_error_is_built(again));
    EQUAL(mcp_error_to_json(again, MCP_ERA_MODERN, &text, NULL, NULL), MCP_STATUS_FORBIDDEN_CODE);
    CHECK(text == NULL);
    mcp_error_free(e);
    mcp_error_free(again);
    EQUAL(mcp_error_from_view_json(LIT("{\"kind\":\"NoSuchKind\"}"), &again, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_from_view_json(LIT("[]"), &again, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_from_view_json(LIT("{"), &again, NULL), BAD_JSON);
    CHECK(again == NULL);
}

static void the_log_line_is_safe(void)
{
    mcp_error *e = error_of("{\"code\":-32022,\"message\":\"\\u001b[31m\\u202e\\n\",\"data\":{\"supported\":[\"\\u001b[2J\\r\\n\\u202e\",\"\\u0000\",\"\\u2028\"],\"requested\":\"TOKEN\"}}", 400);
    mcp_str line = mcp_error_log_line(e);
    CHECK(line.len > 0 && line.len <= 512);
    for (size_t i = 0; i < line.len; i++)
        CHECK((unsigned char)line.ptr[i] >= 0x20 && (unsigned char)line.ptr[i] != 0x7F);
    CHECK(!holds(line, "\xE2\x80\xAE") && !holds(line, "\xE2\x80\xA8"));
    CHECK(!holds(line, "TOKEN"));
    mcp_error_free(e);
}

int main(void)
{
    RUN(numbers_of_the_library);
    RUN(a_missing_capability);
    RUN(a_malformed_one_says_why);
    RUN(an_unsupported_version);
    RUN(messages_of_any_kind);
    RUN(codes_of_any_width);
    RUN(data_absent_and_null);
    RUN(whole_responses);
    RUN(http_answers);
    RUN(the_limit_on_error_bodies);
    RUN(local_conditions);
    RUN(the_view_is_what_the_readers_say);
    RUN(the_view_reads_back);
    RUN(the_log_line_is_safe);
    return check_end("errors");
}
