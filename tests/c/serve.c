/* The server's side: checking a request, building an error that may be sent, writing it out with the id unchanged. */
#include "check.h"

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
static const char server[] = "{\"versions\":[\"2026-07-28\"],\"methods\":[\"tools/call\"],\"required\":{},\"headers\":null}";

static void refused(const char *request, const char *with, int64_t code, uint16_t status)
{
    mcp_error *e = NULL;
    int64_t got = 0;
    EQUAL(mcp_request_check(request, strlen(request), with, strlen(with), &e, NULL), OK);
    if (e == NULL || !mcp_error_code(e, &got) || got != code)
        printf("request %s\n", request);
    EQUAL(got, code);
    EQUAL(mcp_error_http_status(e), status);
    CHECK(!mcp_error_is_local(e) && mcp_error_is_well_formed(e));
    if (e) {
        char *text = NULL; /* what the check makes may always be sent */
        EQUAL(mcp_error_to_response_json(e, MCP_ERA_MODERN, NULL, 0, &text, NULL, NULL), OK);
        CHECK(text && strstr(text, "\"id\"") == NULL);
        mcp_string_free(text);
    }
    mcp_error_free(e);
}

static void passes(const char *request, const char *with)
{
    mcp_error *e = JUNK(mcp_error);
    EQUAL(mcp_request_check(request, strlen(request), with, strlen(with), &e, NULL), OK);
    CHECK(e == NULL);
}

static void requests_in_order(void)
{
    refused("", server, -32700, 400);
    refused("{", server, -32700, 400);
    refused("[]", server, -32600, 400);
    refused("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/call\"}", server, -32600, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"tools/call\"}", server, -32600, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"tools/call\"}", server, -32600, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]}", server, -32600, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}", server, -32602, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}", server, -32022, 400);
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\",\"params\":{" META "}}", server, -32601, 404);
    passes("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}", server);
    passes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"," META "}}", server);
    const char *needs = "{\"versions\":[\"2026-07-28\"],\"methods\":null,\"required\":{\"roots\":{}},\"headers\":null}";
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META "}}", needs, -32021, 400);
    const char *newer = "{\"versions\":[\"2027-01-01\"],\"methods\":null,\"required\":{},\"headers\":null}";
    refused("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" META "}}", newer, -32022, 400);
}

static void headers_and_body(void)
{
    const char *call = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"h\xC3\xA4m\"," META "}}";
#define HEADERS(rest) "{\"versions\":[\"2026-07-28\"],\"methods\":null,\"required\":{},\"headers\":{\"mcp-protocol-version\":\" 2026-07-28\\t\"" rest "}}"
    passes(call, HEADERS(",\"mcp-method\":\"tools/call\",\"mcp-name\":\"=?base64?aMOkbQ==?=\""));
    refused(call, HEADERS(",\"mcp-method\":\"tools/call\""), -32020, 400);
    refused(call, HEADERS(",\"mcp-method\":\"Tools/Call\",\"mcp-name\":\"=?base64?aMOkbQ==?=\""), -32020, 400);
    refused(call, HEADERS(",\"mcp-method\":\"tools/call\",\"mcp-name\":\"=?base64?####?=\""), -32020, 400);
    refused(call, HEADERS(",\"mcp-method\":\"tools/call\",\"mcp-name\":\"h\xC3\xA4m\""), -32020, 400);
}

static void ids(void)
{
    mcp_request id;
    memset(&id, 0xA5, sizeof id);
    id.struct_size = sizeof id;
    const char *json = "{\"id\": 123456789012345678901234567890 , \"method\":\"x\"}";
    EQUAL(mcp_request_read(json, strlen(json), &id), OK);
    check_text(json + id.id.offset, (size_t)id.id.length, LIT("123456789012345678901234567890"), __FILE__, __LINE__, "id");
    json = "{\"id\":\"a\\u0000b\"}";
    EQUAL(mcp_request_read(json, strlen(json), &id), OK);
    check_text(json + id.id.offset, (size_t)id.id.length, LIT("\"a\\u0000b\""), __FILE__, __LINE__, "id");
    static const char *const none[] = {"{}", "[]", "1", "{\"id\":null}", "{\"id\":1.5}", "{\"id\":{}}", "{\"id\":true}", "{\"id\":1e3}"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        EQUAL(mcp_request_read(none[i], strlen(none[i]), &id), OK);
        CHECK(id.id.offset == UINT64_MAX && id.id.length == 0);
    }

    mcp_error *e = error_of("{\"code\":-32601,\"message\":\"m\"}", 0);
    char *text = NULL;
    size_t len = 0;
    static const char *const good[] = {"1", "-1", "0", "\"\"", "\"x\\ud800\"", "123456789012345678901234567890", "-9223372036854775809"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char want[128];
        EQUAL(mcp_error_to_response_json(e, MCP_ERA_MODERN, good[i], strlen(good[i]), &text, &len, NULL), OK);
        snprintf(want, sizeof want, "\"id\":%s", good[i]);
        CHECK(text && strstr(text, want) && strstr(text, "\"jsonrpc\":\"2.0\"") && strlen(text) == len);
        mcp_string_free(text);
    }
    static const char *const bad[] = {"null", "1.5", "1e3", "true", "[]", "{}", "[1", "x", "1 2", "1,\"error\":{}", "\"a", "-"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        text = JUNK(char);
        mcp_status status = mcp_error_to_response_json(e, MCP_ERA_MODERN, bad[i], strlen(bad[i]), &text, NULL, NULL);
        EQUAL(status, i < 6 ? BAD_ARGUMENT : BAD_JSON);
        CHECK(text == NULL);
    }
    EQUAL(mcp_error_to_response_json(e, MCP_ERA_MODERN, NULL, 0, &text, &len, NULL), OK);
    CHECK(strstr(text, "\"id\"") == NULL);
    mcp_string_free(text);
    mcp_error_free(e);
}

static void read_back(mcp_error *built, mcp_kind kind)
{
    char *text = NULL;
    size_t len = 0;
    mcp_error *again = NULL;
    EQUAL(mcp_error_http_status(built), 400);
    EQUAL(mcp_error_to_response_json(built, MCP_ERA_MODERN, LIT("7"), &text, &len, NULL), OK);
    EQUAL(mcp_error_from_response(text, len, &again), OK);
    EQUAL(mcp_error_kind(again), kind);
    CHECK(mcp_error_is_well_formed(again) && mcp_error_is_modern(again) && mcp_error_message(again).len > 0);
    mcp_error_free(again);
    mcp_error_free(built);
    mcp_string_free(text);
}

static void builders_make_what_reads_back(void)
{
    mcp_error *e = NULL;
    EQUAL(mcp_error_new_missing_capability(LIT("{\"elicitation\":{\"url\":{}}}"), NULL, 0, &e, NULL), OK);
    TEXT(mcp_error_required_caps_json(e), "{\"elicitation\":{\"url\":{}}}");
    read_back(e, MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    EQUAL(mcp_error_new_unsupported_version(LIT("v\"1"), LIT("[\"v2\",\"v\\\"1\",\"v3\"]"), LIT("no"), &e, NULL), OK);
    EQUAL(mcp_error_supported_count(e), 2);
    TEXT(mcp_error_supported_at(e, 0), "v2");
    TEXT(mcp_error_supported_at(e, 1), "v3");
    TEXT(mcp_error_requested_json(e), "\"v\\\"1\"");
    TEXT(mcp_error_message(e), "no");
    read_back(e, MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR);
    EQUAL(mcp_error_new_header_mismatch(NULL, 0, &e), OK);
    read_back(e, MCP_KIND_HEADER_MISMATCH_ERROR);
}

static void builders_refuse(void)
{
    static const char *const capabilities[] = {"[\"roots\"]", "{}", "null", "1", "{\"roots\":1}", "{\"elicitation\":{\"url\":true}}", "{\"extensions\":{\"a\":[]}}"};
    for (size_t i = 0; i < sizeof capabilities / sizeof *capabilities; i++) {
        mcp_error *e = JUNK(mcp_error);
        EQUAL(mcp_error_new_missing_capability(capabilities[i], strlen(capabilities[i]), LIT("m"), &e, NULL), BAD_ARGUMENT);
        CHECK(e == NULL);
    }
    static const char *const versions[] = {"{}", "null", "\"v\"", "[1]", "[\"a\",null]"};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        mcp_error *e = JUNK(mcp_error);
        EQUAL(mcp_error_new_unsupported_version(LIT("v"), versions[i], strlen(versions[i]), LIT("m"), &e, NULL), BAD_ARGUMENT);
        CHECK(e == NULL);
    }
}

static mcp_status written(mcp_error *e)
{
    char *text = JUNK(char), *whole = JUNK(char);
    mcp_status status = mcp_error_to_json(e, MCP_ERA_MODERN, &text, NULL, NULL);
    EQUAL(mcp_error_to_response_json(e, MCP_ERA_MODERN, LIT("1"), &whole, NULL, NULL), status);
    CHECK((text != NULL) == (status == OK) && (whole != NULL) == (status == OK));
    mcp_string_free(text);
    mcp_string_free(whole);
    mcp_error_free(e);
    return status;
}

static mcp_status written_with_code(int64_t code)
{
    mcp_error *e = NULL;
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("m"), &code, NULL, 0, 0, &e, NULL), OK);
    return written(e);
}

static void codes_that_must_not_be_sent(void)
{
    EQUAL(written_with_code(-32602), OK);
    EQUAL(written_with_code(5), OK);
    EQUAL(written_with_code(-32000), OK); /* discouraged, yet written */
    EQUAL(written_with_code(-32002), MCP_STATUS_FORBIDDEN_CODE);
    EQUAL(written_with_code(-32042), MCP_STATUS_FORBIDDEN_CODE);
    EQUAL(written_with_code(-32099), MCP_STATUS_FORBIDDEN_CODE);
    EQUAL(written_with_code(-32021), BAD_ARGUMENT); /* without the data that it prescribes */
    EQUAL(written(error_of("{\"code\":-32002,\"message\":\"a peer's own\"}", 0)), OK);
    mcp_error *e = NULL;
    EQUAL(mcp_error_new(MCP_KIND_REQUEST_TIMEOUT_ERROR, LIT("m"), &e), OK);
    EQUAL(written(e), BAD_ARGUMENT); /* a local condition has no code */
}

static void written_errors(void)
{
    char *text = NULL;
    size_t len = 0;
    const int64_t code = 7;
    mcp_error *e = NULL;
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, LIT("a\"\n\0z"), &code, LIT("[1.0,null]"), 0, &e, NULL), OK);
    EQUAL(mcp_error_to_json(e, MCP_ERA_MODERN, &text, &len, NULL), OK);
    OWNED(text, len, "{\"code\":7,\"message\":\"a\\\"\\n\\u0000z\",\"data\":[1.0,null]}");
    mcp_error_free(e);
    e = error_of("{\"code\":99999999999999999999,\"message\":\"m\",\"data\":\"\\ud800\"}", 0);
    EQUAL(mcp_error_to_json(e, MCP_ERA_MODERN, &text, &len, NULL), OK);
    OWNED(text, len, "{\"code\":99999999999999999999,\"message\":\"m\",\"data\":\"\\ud800\"}");
    mcp_error_free(e);
}

int main(void)
{
    RUN(requests_in_order);
    RUN(headers_and_body);
    RUN(ids);
    RUN(builders_make_what_reads_back);
    RUN(builders_refuse);
    RUN(codes_that_must_not_be_sent);
    RUN(written_errors);
    return check_end("serve");
}
