/* NULL, zero lengths, (NULL, n), indexes and numbers out of range: each function's answer, and that nothing else is touched. */
#include "check.h"

static const mcp_error *const no_error = NULL;
static const mcp_advice *const no_advice = NULL;

static void a_null_error_is_answered(void)
{
    int64_t code = 77;
    EQUAL(mcp_error_kind(no_error), MCP_KIND_NONE);
    CHECK(!mcp_error_code(no_error, &code));
    EQUAL(code, 77);
    CHECK(!mcp_error_code(no_error, NULL));
    EQUAL(mcp_error_http_status(no_error), 0);
    EQUAL(mcp_error_supported_count(no_error), 0);
    TEXT(mcp_error_supported_at(no_error, 0), "");
    TEXT(mcp_error_supported_at(no_error, SIZE_MAX), "");
    EQUAL(mcp_error_era(no_error, MCP_TRANSPORT_HTTP), MCP_ERA_NONE);
    CHECK(mcp_error_clone(no_error) == NULL);
    mcp_error_free(NULL);
    mcp_string_free(NULL);

    mcp_str (*const texts[])(const mcp_error *) = {
        mcp_error_code_text, mcp_error_message, mcp_error_data_json, mcp_error_required_caps_json, mcp_error_supported_suffix,
        mcp_error_requested_json, mcp_error_id_json, mcp_error_challenge_error, mcp_error_resource_metadata, mcp_error_location,
        mcp_error_last_event_id, mcp_error_scope, mcp_error_description, mcp_error_retry_after, mcp_error_malformed_reason,
        mcp_error_log_line, mcp_error_view_json};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        TEXT(texts[i](no_error), "");
    bool (*const questions[])(const mcp_error *) = {
        mcp_error_message_is_string, mcp_error_has_data, mcp_error_is_local, mcp_error_is_built, mcp_error_is_well_formed, mcp_error_is_modern,
        mcp_error_is_modern_http, mcp_error_is_modern_for_probe, mcp_error_is_protocol_error, mcp_error_is_era_inconclusive};
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        CHECK(!questions[i](no_error));
    uint64_t retry = 77;
    CHECK(!mcp_error_retry_ms(no_error, &retry) && !mcp_error_retry_ms(no_error, NULL));
    EQUAL(retry, 77);
    EQUAL(mcp_error_message_type(no_error), MCP_MESSAGE_NONE);
}

static void a_null_advice_is_answered(void)
{
    uint64_t delay = 77;
    EQUAL(mcp_advice_era(no_advice), MCP_ERA_NONE);
    EQUAL(mcp_advice_action(no_advice), MCP_ACTION_NONE);
    EQUAL(mcp_advice_reason(no_advice), MCP_REASON_NONE);
    CHECK(!mcp_advice_delay_ms(no_advice, &delay) && !mcp_advice_delay_ms(no_advice, NULL));
    EQUAL(delay, 77);
    TEXT(mcp_advice_version(no_advice), "");
    TEXT(mcp_advice_missing_json(no_advice), "");
    TEXT(mcp_advice_declare_json(no_advice), "");
    TEXT(mcp_advice_scopes(no_advice), "");
    TEXT(mcp_advice_resource_metadata(no_advice), "");
    TEXT(mcp_advice_last_event_id(no_advice), "");
    TEXT(mcp_advice_context_json(no_advice), "");
    CHECK(!mcp_advice_cancel(no_advice));
    TEXT(mcp_advice_text(no_advice), "");
    TEXT(mcp_advice_json(no_advice), "");
    mcp_advice_free(NULL);
}

/* A refusal must leave NULL. */
#define REFUSED(call, status)   \
    do {                        \
        e = JUNK(mcp_error);    \
        EQUAL(call, status);    \
        CHECK(e == NULL);       \
    } while (0)
/* And an acceptance a handle. */
#define ACCEPTED(call)          \
    do {                        \
        e = NULL;               \
        EQUAL(call, OK);        \
        CHECK(e != NULL);       \
        mcp_error_free(e);      \
    } while (0)

static void error_from_bad_arguments(void)
{
    mcp_error *e;
    REFUSED(mcp_error_from_jsonrpc(NULL, 1, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_from_jsonrpc(NULL, 0, 0, &e, NULL), BAD_JSON);
    REFUSED(mcp_error_from_jsonrpc("{}", 0, 0, &e, NULL), BAD_JSON);
    REFUSED(mcp_error_from_jsonrpc("{}", SIZE_MAX, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_from_jsonrpc(LIT("{}x"), 0, &e, NULL), BAD_JSON);
    REFUSED(mcp_error_from_jsonrpc(LIT("{}\0"), 0, &e, NULL), BAD_JSON);
    static const uint16_t wrong[] = {1, 99, 1000, 65535};
    for (size_t i = 0; i < 4; i++)
        REFUSED(mcp_error_from_jsonrpc(LIT("{}"), wrong[i], &e, NULL), BAD_ARGUMENT);
    ACCEPTED(mcp_error_from_jsonrpc(LIT("{}"), 100, &e, NULL));
    ACCEPTED(mcp_error_from_jsonrpc(LIT("{}"), 999, &e, NULL));
    EQUAL(mcp_error_from_jsonrpc(LIT("{}"), 0, NULL, NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_from_response(NULL, 1, &e), BAD_ARGUMENT);
    REFUSED(mcp_error_from_response("{}", SIZE_MAX, &e), BAD_ARGUMENT);
    EQUAL(mcp_error_from_response(LIT("{}"), NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_from_view_json(NULL, 1, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_from_view_json(NULL, 0, &e, NULL), BAD_JSON);
    EQUAL(mcp_error_from_view_json(LIT("{}"), NULL, NULL), BAD_ARGUMENT);
}

static void http_from_bad_arguments(void)
{
    mcp_error *e;
    mcp_http_response r = {0};
    r.struct_size = sizeof r;
    r.status = 400;
    REFUSED(mcp_error_from_http(NULL, &e, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_from_http(&r, NULL, NULL), BAD_ARGUMENT);
    ACCEPTED(mcp_error_from_http(&r, &e, NULL));
    static const uint16_t wrong[] = {0, 99, 1000, 65535};
    for (size_t i = 0; i < 4; i++) {
        r.status = wrong[i];
        REFUSED(mcp_error_from_http(&r, &e, NULL), BAD_ARGUMENT);
    }
    r.status = 400;
    /* (NULL, n) in each of the texts. */
    size_t *const lengths[] = {&r.content_type_len, &r.www_authenticate_len, &r.retry_after_len, &r.body_len, &r.location_len, &r.context_len};
    for (size_t i = 0; i < 6; i++) {
        *lengths[i] = 1;
        REFUSED(mcp_error_from_http(&r, &e, NULL), BAD_ARGUMENT);
        *lengths[i] = 0;
    }
    /* Empty, but there. */
    r.content_type = r.www_authenticate = r.retry_after = r.body = "x";
    ACCEPTED(mcp_error_from_http(&r, &e, NULL));
}

static void builders_and_bad_arguments(void)
{
    mcp_error *e;
    const int64_t code = -32000;
    static const mcp_kind unknown[] = {-1, 33, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 5; i++) {
        REFUSED(mcp_error_new(unknown[i], LIT("m"), &e), BAD_ARGUMENT);
        REFUSED(mcp_error_new_server(unknown[i], LIT("m"), &code, NULL, 0, 0, &e, NULL), BAD_ARGUMENT);
    }
    REFUSED(mcp_error_new(MCP_KIND_CONNECTION_ERROR, NULL, 1, &e), BAD_ARGUMENT);
    ACCEPTED(mcp_error_new(MCP_KIND_CONNECTION_ERROR, NULL, 0, &e));
    EQUAL(mcp_error_new(MCP_KIND_CONNECTION_ERROR, NULL, 0, NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_new_server(MCP_KIND_CONNECTION_ERROR, LIT("m"), &code, NULL, 0, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_server(MCP_KIND_MCP_ERROR, LIT("m"), &code, NULL, 0, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 1, &code, NULL, 0, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("m"), &code, NULL, 1, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("m"), &code, LIT("{"), 0, &e, NULL), BAD_JSON);
    REFUSED(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("m"), &code, NULL, 0, 1000, &e, NULL), BAD_ARGUMENT);
    ACCEPTED(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, NULL, NULL, 0, 0, &e, NULL));
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, NULL, NULL, 0, 0, NULL, NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_new_insufficient_scope(NULL, 1, NULL, 0, NULL, 0, &e), BAD_ARGUMENT);
    REFUSED(mcp_error_new_insufficient_scope(NULL, 0, NULL, 1, NULL, 0, &e), BAD_ARGUMENT);
    REFUSED(mcp_error_new_insufficient_scope(NULL, 0, NULL, 0, NULL, 1, &e), BAD_ARGUMENT);
    ACCEPTED(mcp_error_new_insufficient_scope(NULL, 0, NULL, 0, NULL, 0, &e));
    EQUAL(mcp_error_new_insufficient_scope(NULL, 0, NULL, 0, NULL, 0, NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_new_missing_capability(NULL, 1, NULL, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 1, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_missing_capability(LIT("{"), NULL, 0, &e, NULL), BAD_JSON);
    REFUSED(mcp_error_new_missing_capability(NULL, 0, NULL, 0, &e, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 0, NULL, NULL), BAD_ARGUMENT);
    ACCEPTED(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 0, &e, NULL));

    REFUSED(mcp_error_new_unsupported_version(NULL, 1, LIT("[]"), NULL, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_unsupported_version(LIT("v"), NULL, 1, NULL, 0, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_unsupported_version(LIT("v"), LIT("[]"), NULL, 1, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_error_new_unsupported_version(LIT("v"), LIT("["), NULL, 0, &e, NULL), BAD_JSON);
    EQUAL(mcp_error_new_unsupported_version(LIT("v"), LIT("[]"), NULL, 0, NULL, NULL), BAD_ARGUMENT);

    REFUSED(mcp_error_new_header_mismatch(NULL, 1, &e), BAD_ARGUMENT);
    ACCEPTED(mcp_error_new_header_mismatch(NULL, 0, &e));
    EQUAL(mcp_error_new_header_mismatch(NULL, 0, NULL), BAD_ARGUMENT);
}

static void era_and_advice_from_bad_arguments(void)
{
    mcp_error *e = error_of("{}", 0);
    mcp_advice *a = JUNK(mcp_advice);
    static const mcp_transport unknown[] = {-1, 2, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 4; i++)
        EQUAL(mcp_error_era(e, unknown[i]), MCP_ERA_NONE);
    EQUAL(mcp_error_advise(NULL, LIT("{}"), &a, NULL), BAD_ARGUMENT);
    CHECK(a == NULL);
    a = JUNK(mcp_advice);
    EQUAL(mcp_error_advise(e, NULL, 1, &a, NULL), BAD_ARGUMENT);
    CHECK(a == NULL);
    EQUAL(mcp_error_advise(e, LIT("{}"), NULL, NULL), BAD_ARGUMENT);
    static const char *const wrong[] = {
        "[]", "null", "1", "\"x\"", "{\"transport\":\"carrier pigeon\"}", "{\"transport\":1}", "{\"purpose\":\"fun\"}", "{\"era\":\"jurassic\"}",
        "{\"tried\":0}", "{\"tried\":{\"reissue\":-1}}", "{\"tried\":{\"reissue\":1.5}}", "{\"tried\":{\"reissue\":\"1\"}}",
        "{\"attempt\":1}", "{\"unknown\":[]}", "{\"method\":1}", "{\"idempotent\":1}",
        "{\"has_session\":\"no\"}", "{\"has_cursor\":{}}", "{\"client_versions\":\"2026-07-28\"}", "{\"client_versions\":[1]}",
        "{\"requested_version\":[]}", "{\"declared\":[]}", "{\"supported_caps\":[\"roots\"]}", "{\"now_ms\":\"late\"}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        a = JUNK(mcp_advice);
        mcp_status status = mcp_error_advise(e, wrong[i], strlen(wrong[i]), &a, NULL);
        if (status != BAD_ARGUMENT)
            printf("context %s\n", wrong[i]);
        EQUAL(status, BAD_ARGUMENT);
        CHECK(a == NULL);
    }
    EQUAL(mcp_error_advise(e, LIT("{"), &a, NULL), BAD_JSON);
    EQUAL(mcp_error_advise(e, NULL, 0, &a, NULL), OK);
    mcp_advice_free(a);
    EQUAL(mcp_error_advise(e, LIT("{\"tried\":{\"dance\":1},\"transport\":null,\"declared\":null,\"host\":[]}"), &a, NULL), OK);
    mcp_advice_free(a);
    mcp_error_free(e);
}

/* A refusal sets the text to NULL; the length is written on success only. */
#define NO_TEXT(call, status)                   \
    do {                                        \
        text = JUNK(char), len = 77;            \
        EQUAL(call, status);                    \
        CHECK(text == NULL);                    \
        EQUAL(len, 77);                         \
    } while (0)

static void capabilities_from_bad_arguments(void)
{
    char *text;
    size_t len;
    NO_TEXT(mcp_caps_missing(NULL, 1, LIT("{}"), &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_missing(LIT("{}"), NULL, 1, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_missing(LIT("[]"), LIT("{}"), &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_missing(LIT("{}"), LIT("null"), &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_missing(LIT("{"), LIT("{}"), &text, &len, NULL), BAD_JSON);
    NO_TEXT(mcp_caps_missing(LIT("{}"), LIT("}"), &text, &len, NULL), BAD_JSON);
    EQUAL(mcp_caps_missing(LIT("{}"), LIT("{}"), NULL, &len, NULL), BAD_ARGUMENT);
    EQUAL(mcp_caps_missing(NULL, 0, NULL, 0, &text, NULL, NULL), OK);
    OWNED(text, 2, "{}");

    NO_TEXT(mcp_caps_declare(NULL, 1, NULL, 0, NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(NULL, 0, NULL, 1, NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(NULL, 0, NULL, 0, NULL, 1, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(LIT("1"), NULL, 0, NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(NULL, 0, LIT("1"), NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(NULL, 0, NULL, 0, LIT("1"), &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_declare(NULL, 0, NULL, 0, LIT("x"), &text, &len, NULL), BAD_JSON);
    EQUAL(mcp_caps_declare(NULL, 0, NULL, 0, NULL, 0, NULL, NULL, NULL), BAD_ARGUMENT);
    EQUAL(mcp_caps_declare(NULL, 0, NULL, 0, NULL, 0, &text, &len, NULL), OK);
    OWNED(text, len, "{}");

    NO_TEXT(mcp_caps_for_input_request(NULL, 1, NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_for_input_request(LIT("roots/list"), NULL, 1, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_caps_for_input_request(LIT("elicitation/create"), LIT("{"), &text, &len, NULL), BAD_JSON);
    EQUAL(mcp_caps_for_input_request(LIT("roots/list"), NULL, 0, NULL, NULL, NULL), BAD_ARGUMENT);
    EQUAL(mcp_caps_for_input_request(NULL, 0, NULL, 0, &text, &len, NULL), OK);
    OWNED(text, len, "{}");

    CHECK(!mcp_caps_is_well_formed(NULL, 1));
    CHECK(mcp_caps_is_well_formed(NULL, 0));
    CHECK(!mcp_caps_is_well_formed(LIT("{")));
    CHECK(!mcp_caps_is_well_formed(LIT("[\"roots\"]")));
    CHECK(!mcp_data_is_well_formed(MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR, NULL, 0));
    CHECK(!mcp_data_is_well_formed(MCP_KIND_SERVER_ERROR, NULL, 1));
    CHECK(mcp_data_is_well_formed(MCP_KIND_SERVER_ERROR, NULL, 0));
    CHECK(!mcp_data_is_well_formed(-1, LIT("{}")) && !mcp_data_is_well_formed(33, LIT("{}")));
    EQUAL(mcp_verdicts(-1, NULL, 0, 1), 0);
    EQUAL(mcp_verdicts(33, NULL, 0, 1), 0);
}

static void serving_with_bad_arguments(void)
{
    mcp_error *e;
    char *text;
    size_t len, offset = 77;
    mcp_request request;
    memset(&request, 0x5A, sizeof request);
    request.struct_size = sizeof request;
    const mcp_request untouched = request;
    REFUSED(mcp_request_check(NULL, 1, LIT("{}"), &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_request_check(LIT("{}"), NULL, 1, &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_request_check(LIT("{}"), LIT("{"), &e, NULL), BAD_JSON);
    REFUSED(mcp_request_check(LIT("{}"), LIT("[]"), &e, NULL), BAD_ARGUMENT);
    REFUSED(mcp_request_check(LIT("{}"), LIT("{\"versions\":\"x\"}"), &e, NULL), BAD_ARGUMENT);
    EQUAL(mcp_request_check(LIT("{}"), LIT("{}"), NULL, NULL), BAD_ARGUMENT);

    EQUAL(mcp_request_read(NULL, 1, &request), BAD_ARGUMENT);
    EQUAL(mcp_request_read(LIT("{}"), NULL), BAD_ARGUMENT);
    CHECK(memcmp(&request, &untouched, sizeof request) == 0);

    NO_TEXT(mcp_request_headers(NULL, 1, NULL, 0, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_request_headers(LIT("{\"method\":\"x\"}"), NULL, 1, &text, &len, NULL), BAD_ARGUMENT);
    EQUAL(mcp_request_headers(LIT("{}"), NULL, 0, NULL, &len, NULL), BAD_ARGUMENT);

    NO_TEXT(mcp_error_to_json(NULL, MCP_ERA_MODERN, &text, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_error_to_response_json(NULL, MCP_ERA_MODERN, LIT("1"), &text, &len, NULL), BAD_ARGUMENT);
    e = error_of("{\"code\":1,\"message\":\"m\"}", 0);
    EQUAL(mcp_error_to_json(e, MCP_ERA_MODERN, NULL, &len, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_to_response_json(e, MCP_ERA_MODERN, LIT("1"), NULL, &len, NULL), BAD_ARGUMENT);
    NO_TEXT(mcp_error_to_response_json(e, MCP_ERA_MODERN, NULL, 1, &text, &len, NULL), BAD_ARGUMENT);
    EQUAL(mcp_error_to_json(e, MCP_ERA_MODERN, &text, NULL, NULL), OK);
    mcp_string_free(text);
    static const mcp_era no_era[] = {-1, 4, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 4; i++)
        NO_TEXT(mcp_error_to_json(e, no_era[i], &text, &len, NULL), BAD_ARGUMENT);
    mcp_error_free(e);

    NO_TEXT(mcp_sse_response(NULL, 1, &text, &len), BAD_ARGUMENT);
    EQUAL(mcp_sse_response(LIT("data: {}"), NULL, &len), BAD_ARGUMENT);
    text = JUNK(char);
    EQUAL(mcp_sse_response(NULL, 0, &text, &len), OK);
    CHECK(text == NULL);
    EQUAL(len, 0);
    EQUAL(mcp_sse_response(NULL, 0, &text, NULL), OK);

    EQUAL(mcp_json_check(NULL, 1, &offset), BAD_ARGUMENT);
    EQUAL(offset, 77);
    EQUAL(mcp_json_check(LIT("1"), &offset), OK);
    EQUAL(offset, 77);
    EQUAL(mcp_json_check(NULL, 0, &offset), BAD_JSON);
    EQUAL(offset, 0);
    EQUAL(mcp_json_check(LIT("x"), NULL), BAD_JSON);
    EQUAL(mcp_json_string_decode(NULL, 0, NULL, 0), 0);
    EQUAL(mcp_json_string_decode(NULL, 5, NULL, 0), 0);
}

static void classification_with_bad_arguments(void)
{
    mcp_classification c, untouched;
    memset(&c, 0x5A, sizeof c);
    c.struct_size = sizeof c;
    untouched = c;
    EQUAL(mcp_classify(LIT("{}"), 0, NULL), BAD_ARGUMENT);
    EQUAL(mcp_classify_response(LIT("{}"), 0, NULL), BAD_ARGUMENT);
    EQUAL(mcp_classify(NULL, 1, 0, &c), BAD_ARGUMENT);
    EQUAL(mcp_classify(NULL, 0, 0, &c), BAD_JSON);
    EQUAL(mcp_classify(LIT("{]"), 0, &c), BAD_JSON);
    EQUAL(mcp_classify(LIT("{}"), 99, &c), BAD_ARGUMENT);
    EQUAL(mcp_classify(LIT("{}"), 1000, &c), BAD_ARGUMENT);
    EQUAL(mcp_classify_response(NULL, 1, 0, &c), BAD_ARGUMENT);
    EQUAL(mcp_classify_response(LIT("{}"), 99, &c), BAD_ARGUMENT);
    CHECK(memcmp(&c, &untouched, sizeof c) == 0);
    EQUAL(mcp_classify_response(NULL, 0, 0, &c), OK);
    EQUAL(c.kind, MCP_KIND_TRANSPORT_ERROR);
    EQUAL(mcp_classify_response(NULL, 0, 200, &c), OK);
    EQUAL(c.kind, MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR);
}

int main(void)
{
    RUN(a_null_error_is_answered);
    RUN(a_null_advice_is_answered);
    RUN(error_from_bad_arguments);
    RUN(http_from_bad_arguments);
    RUN(builders_and_bad_arguments);
    RUN(era_and_advice_from_bad_arguments);
    RUN(capabilities_from_bad_arguments);
    RUN(serving_with_bad_arguments);
    RUN(classification_with_bad_arguments);
    return check_end("arguments");
}
