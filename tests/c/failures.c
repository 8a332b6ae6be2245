/* What mcp_failure says, for every function that has one and every argument that a host can get wrong: parameter, member, problem. */
#include "check.h"

static mcp_failure failure;
static mcp_error *e;
static mcp_advice *advice;
static char *text;
static size_t text_len;
static mcp_error *valid; /* an error with a code */

static void say(int line, const char *call, mcp_status got, mcp_status want, const char *parameter, const char *member, const char *problem, size_t offset)
{
    check_total++;
    int right = got == want && failure.parameter && strcmp(failure.parameter, parameter) == 0 && strcmp(failure.member, member) == 0 &&
                strcmp(failure.problem, problem) == 0 && failure.offset == offset;
    if (!right) {
        check_failed++;
        printf("failures.c:%d: %s\n  is  %d \"%s\" \"%s\" \"%s\" %zd\n  not %d \"%s\" \"%s\" \"%s\" %zd\n", line, call, got, failure.parameter, failure.member,
               failure.problem, (ptrdiff_t)failure.offset, want, parameter, member, problem, (ptrdiff_t)offset);
    }
    CHECK(e == NULL && advice == NULL && text == NULL);
    mcp_error_free(e), mcp_advice_free(advice), mcp_string_free(text);
    e = NULL, advice = NULL, text = NULL;
    memset(&failure, 0xA5, sizeof failure);
    failure.struct_size = sizeof failure;
}

#define WRONG(call, parameter, member, problem) say(__LINE__, #call, call, BAD_ARGUMENT, parameter, member, problem, SIZE_MAX)
#define NO_JSON(call, parameter, offset) say(__LINE__, #call, call, BAD_JSON, parameter, "", "must be JSON", offset)
/* Neither wrong: all texts are empty, and the struct is defined. */
#define FINE(call, status) say(__LINE__, #call, call, status, "", "", "", SIZE_MAX)
#define NULL_TEXT "must not be NULL while its length is not 0"
#define NULL_OUT "must not be NULL"

static void making(void)
{
#define JSONRPC(...) mcp_error_from_jsonrpc(__VA_ARGS__, &e, &failure)
    WRONG(JSONRPC(NULL, 1, 0), "json", "", NULL_TEXT);
    NO_JSON(JSONRPC(LIT("{\"a\":}"), 0), "json", 5);
    WRONG(JSONRPC(LIT("{}"), 99), "http_status", "", "must be 0 or 100 to 999");
    WRONG(mcp_error_from_jsonrpc(LIT("{}"), 0, NULL, &failure), "out", "", NULL_OUT);

#define ANSWER(...) mcp_error_from_answer(__VA_ARGS__, &e, &failure)
    WRONG(ANSWER(NULL, 1, LIT("{}")), "json", "", NULL_TEXT);
    WRONG(ANSWER(LIT("{}"), NULL, 1), "context_json", "", NULL_TEXT);
    NO_JSON(ANSWER(LIT("{\"result\":{}}"), LIT("{\"era\":modern}")), "context_json", 7);
    WRONG(ANSWER(LIT("{\"result\":{}}"), LIT("{\"era\":\"new\"}")), "context_json", "era",
          "must be \"modern\", \"modern_without_discover\", \"legacy\" or \"inconclusive\"");
    WRONG(mcp_error_from_answer(LIT("{}"), NULL, 0, NULL, &failure), "out", "", NULL_OUT);
    FINE(ANSWER(LIT("{\"result\":{}}"), LIT("{\"era\":\"legacy\"}")), MCP_STATUS_NOT_AN_ERROR);

    mcp_http_response r = {0};
    r.struct_size = sizeof r - 1, r.status = 400;
    WRONG(mcp_error_from_http(&r, &e, &failure), "response", "struct_size", "must be the size of the struct");
    r.struct_size = sizeof r, r.status = 99;
    WRONG(mcp_error_from_http(&r, &e, &failure), "response", "status", "must be 100 to 999");
    r.status = 400;
    WRONG(mcp_error_from_http(NULL, &e, &failure), "response", "", NULL_OUT);
    WRONG(mcp_error_from_http(&r, NULL, &failure), "out", "", NULL_OUT);
    static const char *const members[] = {"content_type", "www_authenticate", "retry_after", "body", "location", "context_json"};
    size_t *const lengths[] = {&r.content_type_len, &r.www_authenticate_len, &r.retry_after_len, &r.body_len, &r.location_len, &r.context_len};
    for (size_t i = 0; i < 6; i++) {
        *lengths[i] = 1;
        WRONG(mcp_error_from_http(&r, &e, &failure), "response", members[i], NULL_TEXT);
        *lengths[i] = 0;
    }
    r.context_json = "{\"method\":1}", r.context_len = 12;
    WRONG(mcp_error_from_http(&r, &e, &failure), "context_json", "method", "must be a string");

#define VIEW(json) mcp_error_from_view_json(LIT(json), &e, &failure)
    WRONG(mcp_error_from_view_json(NULL, 1, &e, &failure), "json", "", NULL_TEXT);
    NO_JSON(VIEW("{"), "json", 1);
    WRONG(VIEW("[]"), "json", "", "must be an object");
    WRONG(VIEW("{\"kind\":\"Nothing\"}"), "json", "kind", "must be the name of a kind");
    WRONG(VIEW("{\"kind\":\"ServerError\"}"), "json", "message", "must be a string");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"code_text\":\"1.5\"}"), "json", "code_text", "must be the digits of an integer");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"http_status\":99}"), "json", "http_status", "must be null or 100 to 999");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"has_data\":1}"), "json", "has_data", "must be true or false");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"scope\":1}"), "json", "scope", "must be a string");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"retry_ms\":-1}"), "json", "retry_ms", "must be an integer from 0 on that fits 64 bits");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"message_type\":\"x\"}"), "json", "message_type", "must be the name of a message type");
    WRONG(VIEW("{\"kind\":\"ServerError\",\"message\":\"m\",\"local\":true,\"built\":true}"), "json", "built", "must not be true of a local event");
    WRONG(mcp_error_from_view_json(LIT("{}"), NULL, &failure), "out", "", NULL_OUT);
}

static void building(void)
{
    const int64_t code = 1;
    WRONG(mcp_error_new_server(99, NULL, 0, NULL, NULL, 0, 0, &e, &failure), "kind", "", "must be a known kind");
    WRONG(mcp_error_new_server(MCP_KIND_TASK_ERROR, NULL, 0, NULL, NULL, 0, 0, &e, &failure), "kind", "", "must be ServerError or a kind below it");
    WRONG(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 1, &code, NULL, 0, 0, &e, &failure), "message", "", NULL_TEXT);
    WRONG(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &code, NULL, 1, 0, &e, &failure), "data_json", "", NULL_TEXT);
    NO_JSON(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &code, LIT("[1 2]"), 0, &e, &failure), "data_json", 3);
    WRONG(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &code, NULL, 0, 7, &e, &failure), "http_status", "", "must be 0 or 100 to 999");
    WRONG(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &code, NULL, 0, 0, NULL, &failure), "out", "", NULL_OUT);

#define REQUIRES(...) mcp_error_new_missing_capability(__VA_ARGS__, NULL, 0, &e, &failure)
    WRONG(REQUIRES(NULL, 1), "required_json", "", NULL_TEXT);
    NO_JSON(REQUIRES(LIT("{]")), "required_json", 1);
    WRONG(REQUIRES(LIT("{}")), "required_json", "", "must have at least one member");
    WRONG(REQUIRES(LIT("[\"roots\"]")), "required_json", "", "must be a well-formed capabilities object");
    WRONG(REQUIRES(LIT("{\"elicitation\":{\"url\":1}}")), "required_json", "", "must be a well-formed capabilities object");
    WRONG(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 1, &e, &failure), "message", "", NULL_TEXT);
    WRONG(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 0, NULL, &failure), "out", "", NULL_OUT);

    WRONG(mcp_error_new_unsupported_version(NULL, 1, LIT("[]"), NULL, 0, &e, &failure), "requested", "", NULL_TEXT);
    WRONG(mcp_error_new_unsupported_version(LIT("v"), NULL, 1, NULL, 0, &e, &failure), "supported_json", "", NULL_TEXT);
    NO_JSON(mcp_error_new_unsupported_version(LIT("v"), LIT("[1,]"), NULL, 0, &e, &failure), "supported_json", 3);
    WRONG(mcp_error_new_unsupported_version(LIT("v"), LIT("[1]"), NULL, 0, &e, &failure), "supported_json", "", "must be an array of strings");
    WRONG(mcp_error_new_unsupported_version(LIT("v"), LIT("[]"), NULL, 1, &e, &failure), "message", "", NULL_TEXT);
    WRONG(mcp_error_new_unsupported_version(LIT("v"), LIT("[]"), NULL, 0, NULL, &failure), "out", "", NULL_OUT);
}

static void advising(void)
{
#define ADVISE(context) mcp_error_advise(valid, LIT(context), &advice, &failure)
    WRONG(mcp_error_advise(NULL, NULL, 0, &advice, &failure), "error", "", NULL_OUT);
    WRONG(mcp_error_advise(valid, NULL, 1, &advice, &failure), "context_json", "", NULL_TEXT);
    WRONG(mcp_error_advise(valid, NULL, 0, NULL, &failure), "out", "", NULL_OUT);
    NO_JSON(ADVISE("{\"a\""), "context_json", 4);
    WRONG(ADVISE("[]"), "context_json", "", "must be an object");
    WRONG(ADVISE("{\"attempt\":1}"), "context_json", "", "has an unknown member");
    WRONG(ADVISE("{\"transport\":\"tcp\"}"), "context_json", "transport", "must be \"stdio\" or \"http\"");
    WRONG(ADVISE("{\"purpose\":\"prob\"}"), "context_json", "purpose", "must be \"probe\", \"request\" or \"initialize\"");
    WRONG(ADVISE("{\"era\":1}"), "context_json", "era", "must be \"modern\", \"modern_without_discover\", \"legacy\" or \"inconclusive\"");
    WRONG(ADVISE("{\"tried\":[]}"), "context_json", "tried", "must be an object");
    WRONG(ADVISE("{\"tried\":{\"back_off\":-1}}"), "context_json", "tried.back_off", "must be an integer of at least 0");
    static const char *const strings[] = {"method", "requested_version", "last_event_id"};
    static const char *const booleans[] = {"idempotent", "has_session", "has_cursor"};
    static const char *const lists[] = {"client_versions", "granted_scopes", "asked_scopes", "result_types"};
    static const char *const objects[] = {"declared", "supported_caps"};
    static const struct {
        const char *const *names;
        size_t count;
        const char *problem;
    } types[] = {{strings, 3, "must be a string"}, {booleans, 3, "must be true or false"}, {lists, 4, "must be an array of strings"}, {objects, 2, "must be an object"}};
    for (size_t t = 0; t < 4; t++)
        for (size_t i = 0; i < types[t].count; i++) {
            char context[64];
            int len = snprintf(context, sizeof context, "{\"%s\":[7]}", types[t].names[i]);
            WRONG(mcp_error_advise(valid, context, (size_t)len, &advice, &failure), "context_json", types[t].names[i], types[t].problem);
        }
    WRONG(ADVISE("{\"now_ms\":\"late\"}"), "context_json", "now_ms", "must be a 64-bit integer");

#define NEGOTIATE(response, context) mcp_negotiate(LIT(response), LIT(context), &advice, &failure)
    static const char probe[] = "{\"purpose\":\"probe\"}", initialize[] = "{\"purpose\":\"initialize\"}";
    WRONG(mcp_negotiate(NULL, 1, LIT(probe), &advice, &failure), "response_json", "", NULL_TEXT);
    WRONG(mcp_negotiate(LIT("{}"), NULL, 1, &advice, &failure), "context_json", "", NULL_TEXT);
    WRONG(mcp_negotiate(LIT("{}"), LIT(probe), NULL, &failure), "out", "", NULL_OUT);
    NO_JSON(NEGOTIATE("{", "{\"purpose\":\"probe\"}"), "response_json", 1);
    NO_JSON(NEGOTIATE("{}", "{"), "context_json", 1);
    WRONG(mcp_negotiate(LIT("{\"error\":{}}"), LIT(probe), &advice, &failure), "response_json", "", "must be a response with a result");
    WRONG(NEGOTIATE("{\"result\":{}}", "{\"purpose\":\"request\"}"), "context_json", "purpose", "must be \"probe\" or \"initialize\"");
    WRONG(mcp_negotiate(LIT("{\"result\":[]}"), LIT(probe), &advice, &failure), "response_json", "result", "must be an object");
    WRONG(mcp_negotiate(LIT("{\"result\":{\"supportedVersions\":1,\"capabilities\":{}}}"), LIT(probe), &advice, &failure), "response_json",
          "result.supportedVersions", "must be an array of strings");
    WRONG(mcp_negotiate(LIT("{\"result\":{\"supportedVersions\":[]}}"), LIT(probe), &advice, &failure), "response_json", "result.capabilities", "must be an object");
    WRONG(mcp_negotiate(LIT("{\"result\":{\"resultType\":\"x\",\"supportedVersions\":[],\"capabilities\":{}}}"), LIT(probe), &advice, &failure), "response_json",
          "result.resultType", "must be \"complete\" or absent");
    WRONG(mcp_negotiate(LIT("{\"result\":{}}"), LIT(initialize), &advice, &failure), "response_json", "result.protocolVersion", "must be a string");
}

static void capabilities(void)
{
#define MISSING(...) mcp_caps_missing(__VA_ARGS__, &text, &text_len, &failure)
    WRONG(MISSING(NULL, 1, LIT("{}")), "declared", "", NULL_TEXT);
    WRONG(MISSING(LIT("{}"), NULL, 1), "required", "", NULL_TEXT);
    WRONG(MISSING(LIT("[]"), LIT("{}")), "declared", "", "must be an object");
    WRONG(MISSING(LIT("{}"), LIT("1")), "required", "", "must be an object");
    NO_JSON(MISSING(LIT("{}"), LIT("{")), "required", 1);
    WRONG(mcp_caps_missing(LIT("{}"), LIT("{}"), NULL, NULL, &failure), "out", "", NULL_OUT);
#define DECLARE(...) mcp_caps_declare(__VA_ARGS__, &text, &text_len, &failure)
    WRONG(DECLARE(LIT("1"), LIT("{}"), LIT("{}")), "declared", "", "must be an object");
    WRONG(DECLARE(LIT("{}"), LIT("1"), LIT("{}")), "missing", "", "must be an object");
    WRONG(DECLARE(LIT("{}"), LIT("{}"), LIT("1")), "supported", "", "must be an object");
    WRONG(DECLARE(LIT("{}"), NULL, 1, LIT("{}")), "missing", "", NULL_TEXT);
    NO_JSON(DECLARE(LIT("{}"), LIT("{}"), LIT("x")), "supported", 0);
    WRONG(mcp_caps_declare(NULL, 0, NULL, 0, NULL, 0, NULL, NULL, &failure), "out", "", NULL_OUT);
    WRONG(mcp_caps_for_input_request(NULL, 1, NULL, 0, &text, &text_len, &failure), "method", "", NULL_TEXT);
    WRONG(mcp_caps_for_input_request(LIT("roots/list"), NULL, 1, &text, &text_len, &failure), "params_json", "", NULL_TEXT);
    NO_JSON(mcp_caps_for_input_request(LIT("elicitation/create"), LIT("{"), &text, &text_len, &failure), "params_json", 1);
    WRONG(mcp_caps_for_input_request(NULL, 0, NULL, 0, NULL, NULL, &failure), "out", "", NULL_OUT);
}

static void serving(void)
{
#define SERVER(members) mcp_request_check(LIT("{}"), LIT("{\"versions\":[]," members "}"), &e, &failure)
    WRONG(mcp_request_check(NULL, 1, LIT("{}"), &e, &failure), "request_json", "", NULL_TEXT);
    WRONG(mcp_request_check(LIT("{}"), NULL, 1, &e, &failure), "server_json", "", NULL_TEXT);
    WRONG(mcp_request_check(LIT("{}"), LIT("{}"), NULL, &failure), "out", "", NULL_OUT);
    WRONG(mcp_request_check(LIT("{}"), LIT("[]"), &e, &failure), "server_json", "", "must be an object");
    NO_JSON(SERVER("\"methods\":"), "server_json", 25);
    WRONG(SERVER("\"version\":[]"), "server_json", "", "must have no other members than versions, methods, required, headers and input_schema");
    WRONG(mcp_request_check(LIT("{}"), LIT("{}"), &e, &failure), "server_json", "versions", "must be an array of strings");
    WRONG(SERVER("\"versions\":\"v\""), "server_json", "versions", "must be an array of strings");
    WRONG(SERVER("\"methods\":[1]"), "server_json", "methods", "must be an array of strings or null");
    WRONG(SERVER("\"required\":[]"), "server_json", "required", "must be a well-formed capabilities object");
    WRONG(SERVER("\"headers\":[]"), "server_json", "headers", "must be an object or null");
    WRONG(SERVER("\"headers\":{\"mcp-method\":1}"), "server_json", "headers", "must have strings as its values");
    WRONG(SERVER("\"input_schema\":1"), "server_json", "input_schema", "must be an object");

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define CALL "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"," META "}}"
#define HEADERS(...) mcp_request_headers(__VA_ARGS__, &text, &text_len, &failure)
    WRONG(HEADERS(NULL, 1, NULL, 0), "request_json", "", NULL_TEXT);
    WRONG(HEADERS(LIT(CALL), NULL, 1), "input_schema_json", "", NULL_TEXT);
    WRONG(mcp_request_headers(LIT(CALL), NULL, 0, NULL, NULL, &failure), "out", "", NULL_OUT);
    NO_JSON(HEADERS(LIT("{"), NULL, 0), "request_json", 1);
    NO_JSON(HEADERS(LIT(CALL), LIT("{")), "input_schema_json", 1);
    WRONG(HEADERS(LIT("[]"), NULL, 0), "request_json", "", "must be an object");
    WRONG(HEADERS(LIT("{\"jsonrpc\":\"2\"}"), NULL, 0), "request_json", "jsonrpc", "must be \"2.0\"");
    WRONG(HEADERS(LIT("{\"jsonrpc\":\"2.0\",\"method\":1}"), NULL, 0), "request_json", "method", "must be a string");
    WRONG(HEADERS(LIT("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":1.5}"), NULL, 0), "request_json", "id", "must be a string or an integer");
    WRONG(HEADERS(LIT("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":1}"), NULL, 0), "request_json", "params", "must be an object");
#define SCHEMA(property) HEADERS(LIT(CALL), LIT("{\"properties\":{\"a\":" property "}}"))
    WRONG(HEADERS(LIT(CALL), LIT("1")), "input_schema_json", "", "must be an object");
    WRONG(SCHEMA("{\"type\":\"string\",\"x-mcp-header\":\"a b\"}"), "input_schema_json", "", "must have only tokens of RFC 9110 as x-mcp-header");
    WRONG(SCHEMA("{\"type\":\"object\",\"x-mcp-header\":\"A\"}"), "input_schema_json", "",
          "must have x-mcp-header only at properties of type string, integer or boolean");
    WRONG(SCHEMA("{\"type\":\"string\",\"x-mcp-header\":\"A\"},\"b\":{\"type\":\"string\",\"x-mcp-header\":\"a\"}"), "input_schema_json", "",
          "must have no x-mcp-header twice, in any letter case");
    WRONG(SCHEMA("{\"items\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}}"), "input_schema_json", "",
          "must have x-mcp-header only where properties alone lead to");
}

static void writing(void)
{
    const int64_t forbidden = -32002;
    WRONG(mcp_error_to_json(NULL, MCP_ERA_MODERN, &text, &text_len, &failure), "error", "", NULL_OUT);
    WRONG(mcp_error_to_json(valid, 7, &text, &text_len, &failure), "era", "", "must be one of mcp_era");
    WRONG(mcp_error_to_json(valid, MCP_ERA_MODERN, NULL, NULL, &failure), "out", "", NULL_OUT);
    WRONG(mcp_error_to_response_json(NULL, MCP_ERA_MODERN, NULL, 0, &text, &text_len, &failure), "error", "", NULL_OUT);
    WRONG(mcp_error_to_response_json(valid, -1, NULL, 0, &text, &text_len, &failure), "era", "", "must be one of mcp_era");
    WRONG(mcp_error_to_response_json(valid, MCP_ERA_MODERN, NULL, 1, &text, &text_len, &failure), "id_json", "", NULL_TEXT);
    NO_JSON(mcp_error_to_response_json(valid, MCP_ERA_MODERN, LIT("1 2"), &text, &text_len, &failure), "id_json", 2);
    WRONG(mcp_error_to_response_json(valid, MCP_ERA_MODERN, LIT("null"), &text, &text_len, &failure), "id_json", "", "must be a string or an integer");
    WRONG(mcp_error_to_response_json(valid, MCP_ERA_MODERN, LIT("1"), NULL, NULL, &failure), "out", "", NULL_OUT);
    mcp_error *other = NULL;
    EQUAL(mcp_error_new(MCP_KIND_TASK_ERROR, NULL, 0, &other), OK);
    WRONG(mcp_error_to_json(other, MCP_ERA_MODERN, &text, &text_len, &failure), "error", "", "must have a code");
    mcp_error_free(other);
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &forbidden, NULL, 0, 0, &other, NULL), OK);
    FINE(mcp_error_to_json(other, MCP_ERA_MODERN, &text, &text_len, &failure), MCP_STATUS_FORBIDDEN_CODE);
    mcp_error_free(other);
    const int64_t missing = -32021;
    EQUAL(mcp_error_new_server(MCP_KIND_SERVER_ERROR, NULL, 0, &missing, NULL, 0, 0, &other, NULL), OK);
    WRONG(mcp_error_to_json(other, MCP_ERA_MODERN, &text, &text_len, &failure), "error", "", "must have the data that its code prescribes");
    mcp_error_free(other);
}

static void objects(void)
{
    char *object = NULL, not_ours[] = "[1]", *foreign = not_ours;
    size_t foreign_len = 3;
    WRONG(mcp_json_set(NULL, NULL, "a", LIT("1"), 1, &failure), "object", "", NULL_OUT);
    WRONG(mcp_json_set(&object, NULL, NULL, LIT("1"), 1, &failure), "name", "", NULL_OUT);
    WRONG(mcp_json_set(&object, NULL, "a", NULL, 1, 1, &failure), "value", "", NULL_TEXT);
    NO_JSON(mcp_json_set(&object, NULL, "a", LIT("[1,]"), 1, &failure), "value", 3);
    WRONG(mcp_json_set(&foreign, &foreign_len, "a", LIT("1"), 1, &failure), "object", "", "must be a JSON object that this function made");
    CHECK(object == NULL);
}

/* After success too the struct is defined; each function that has one is called here. */
static void after_success(void)
{
    mcp_error *made[7] = {0};
    mcp_advice *advices[2] = {0};
    char *texts[7] = {0}, *object = NULL;
    mcp_http_response r = {0};
    r.struct_size = sizeof r, r.status = 503;
    FINE(mcp_error_from_jsonrpc(LIT("{}"), 0, &made[0], &failure), OK);
    FINE(mcp_error_from_answer(LIT("{}"), NULL, 0, &made[1], &failure), OK);
    FINE(mcp_error_from_http(&r, &made[2], &failure), OK);
    FINE(mcp_error_from_view_json(LIT("{\"kind\":\"ServerError\",\"message\":\"m\"}"), &made[3], &failure), OK);
    FINE(mcp_error_new_missing_capability(LIT("{\"roots\":{}}"), NULL, 0, &made[4], &failure), OK);
    FINE(mcp_error_new_unsupported_version(LIT("v"), LIT("[]"), NULL, 0, &made[5], &failure), OK);
    FINE(mcp_error_advise(valid, NULL, 0, &advices[0], &failure), OK);
    FINE(mcp_negotiate(LIT("{\"result\":{\"protocolVersion\":\"x\"}}"), LIT("{\"purpose\":\"initialize\"}"), &advices[1], &failure), OK);
    FINE(mcp_caps_missing(NULL, 0, NULL, 0, &texts[0], NULL, &failure), OK);
    FINE(mcp_caps_declare(NULL, 0, NULL, 0, NULL, 0, &texts[1], NULL, &failure), OK);
    FINE(mcp_caps_for_input_request(NULL, 0, NULL, 0, &texts[2], NULL, &failure), OK);
    FINE(mcp_request_headers(LIT(CALL), NULL, 0, &texts[3], NULL, &failure), OK);
    FINE(mcp_error_to_json(valid, MCP_ERA_MODERN, &texts[4], NULL, &failure), OK);
    FINE(mcp_error_to_response_json(valid, MCP_ERA_MODERN, NULL, 0, &texts[5], NULL, &failure), OK);
    FINE(mcp_json_set(&object, NULL, "a", LIT("1"), 1, &failure), OK);
    FINE(mcp_request_check(LIT(CALL), LIT("{\"versions\":[\"2026-07-28\"]}"), &made[6], &failure), OK);
    for (size_t i = 0; i < 7; i++)
        mcp_error_free(made[i]);
    for (size_t i = 0; i < 7; i++)
        mcp_string_free(texts[i]);
    mcp_advice_free(advices[0]), mcp_advice_free(advices[1]), mcp_string_free(object);
}

int main(void)
{
    memset(&failure, 0xA5, sizeof failure);
    failure.struct_size = sizeof failure;
    valid = error_of("{\"code\":5,\"message\":\"m\"}", 0);
    RUN(making);
    RUN(building);
    RUN(advising);
    RUN(capabilities);
    RUN(serving);
    RUN(writing);
    RUN(objects);
    RUN(after_success);
    mcp_error_free(valid);
    return check_end("failures");
}
