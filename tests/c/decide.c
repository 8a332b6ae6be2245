/* Kinds and codes, era, advice, capabilities. */
#include "check.h"

static void names(void)
{
    CHECK(strcmp(mcp_kind_name(MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR), "MissingRequiredClientCapabilityError") == 0);
    CHECK(strcmp(mcp_kind_name(MCP_KIND_MCP_ERROR), "MCPError") == 0);
    CHECK(strcmp(mcp_transport_name(MCP_TRANSPORT_STDIO), "stdio") == 0 && strcmp(mcp_transport_name(MCP_TRANSPORT_HTTP), "http") == 0);
    CHECK(strcmp(mcp_era_name(MCP_ERA_MODERN_WITHOUT_DISCOVER), "modern_without_discover") == 0);
    CHECK(strcmp(mcp_action_name(MCP_ACTION_DECLARE_CAPABILITIES), "declare_capabilities") == 0);
    CHECK(strcmp(mcp_reason_name(MCP_REASON_CAPABILITY_UNDECLARED), "capability_undeclared") == 0);
    CHECK(strcmp(mcp_emit_name(MCP_EMIT_FORBIDDEN), "forbidden") == 0);
    CHECK(strcmp(mcp_origin_name(MCP_ORIGIN_HANDLER), "handler") == 0);

    /* Numbered from 0 without gaps, NULL beyond, and no name twice. */
    const char *(*const tables[])(int32_t) = {mcp_kind_name,   mcp_transport_name, mcp_era_name,   mcp_action_name,
                                              mcp_reason_name, mcp_emit_name,      mcp_origin_name, mcp_message_type_name};
    static const int sizes[] = {MCP_KIND_TASK_REPLACED_ERROR + 1, 2, 4, MCP_ACTION_GO_ON + 1, MCP_REASON_AGREED + 1, 3, 2, MCP_MESSAGE_OTHER + 1};
    for (size_t t = 0; t < 8; t++) {
        for (int32_t n = 0; n < sizes[t]; n++) {
            CHECK(tables[t](n) != NULL);
            for (int32_t other = 0; tables[t](n) && other < n; other++)
                CHECK(strcmp(tables[t](n), tables[t](other)) != 0);
        }
        static const int32_t unknown[] = {-1, -2, INT32_MIN, INT32_MAX, 4711};
        CHECK(tables[t](sizes[t]) == NULL);
        for (size_t i = 0; i < 5; i++)
            CHECK(tables[t](unknown[i]) == NULL);
    }
    for (int32_t status = -1; status < 9; status++)
        CHECK(mcp_status_text(status) != NULL && strlen(mcp_status_text(status)) > 3);
    CHECK(strcmp(mcp_status_text(7), mcp_status_text(0)) != 0);
    CHECK(strcmp(mcp_status_text(INT32_MIN), mcp_status_text(INT32_MAX)) == 0);
}

static void the_tree_of_kinds(void)
{
    EQUAL(mcp_kind_parent(MCP_KIND_MCP_ERROR), MCP_KIND_NONE);
    EQUAL(mcp_kind_parent(MCP_KIND_HEADER_MISMATCH_ERROR), MCP_KIND_SERVER_ERROR);
    EQUAL(mcp_kind_parent(MCP_KIND_REQUEST_TIMEOUT_ERROR), MCP_KIND_TRANSPORT_ERROR);
    EQUAL(mcp_kind_parent(MCP_KIND_INSUFFICIENT_SCOPE_ERROR), MCP_KIND_CONNECTION_ERROR);
    EQUAL(mcp_kind_parent(MCP_KIND_TASK_REPLACED_ERROR), MCP_KIND_TASK_ERROR);
    EQUAL(mcp_kind_parent(-1), MCP_KIND_NONE);
    EQUAL(mcp_kind_parent(33), MCP_KIND_NONE);
    for (mcp_kind kind = 0; mcp_kind_name(kind); kind++) {
        CHECK(mcp_kind_is_a(kind, kind) && mcp_kind_is_a(kind, MCP_KIND_MCP_ERROR));
        CHECK(!mcp_kind_is_a(kind, -1) && !mcp_kind_is_a(-1, kind) && !mcp_kind_is_a(kind, 33) && !mcp_kind_is_a(INT32_MIN, kind));
        if (kind != MCP_KIND_MCP_ERROR)
            CHECK(mcp_kind_is_a(kind, mcp_kind_parent(kind)) && !mcp_kind_is_a(mcp_kind_parent(kind), kind));
    }
    CHECK(!mcp_kind_is_a(MCP_KIND_NONE, MCP_KIND_NONE));
}

static void codes(void)
{
    EQUAL(mcp_kind_for_code(-32601), MCP_KIND_METHOD_NOT_FOUND_ERROR);
    EQUAL(mcp_kind_for_code(-32020), MCP_KIND_HEADER_MISMATCH_ERROR);
    EQUAL(mcp_kind_for_code(-32021), MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR);
    EQUAL(mcp_kind_for_code(-32022), MCP_KIND_UNSUPPORTED_PROTOCOL_VERSION_ERROR);
    EQUAL(mcp_kind_for_code(-32003), MCP_KIND_SERVER_ERROR);
    EQUAL(mcp_kind_for_code(INT64_MIN), MCP_KIND_SERVER_ERROR);
    CHECK(strcmp(mcp_code_name(-32020), "HeaderMismatch") == 0);
    CHECK(mcp_code_name(0) == NULL && mcp_code_name(INT64_MAX) == NULL && mcp_code_name(-32023) == NULL);
    CHECK(strcmp(mcp_code_draft_name(-32003), mcp_code_name(-32021)) == 0);
    CHECK(mcp_code_draft_name(-32001) && mcp_code_draft_name(-32004) && !mcp_code_draft_name(-32002) && !mcp_code_draft_name(-32021));
    for (int64_t code = -32100; code < -31990; code++)
        EQUAL(mcp_code_is_modern(code), code == -32020 || code == -32021 || code == -32022);
    CHECK(mcp_code_is_resource_not_found(-32002, 0) && mcp_code_is_resource_not_found(-32002, 1));
    CHECK(!mcp_code_is_resource_not_found(-32602, 0) && mcp_code_is_resource_not_found(-32602, 1) && mcp_code_is_resource_not_found(-32602, -5));
    EQUAL(mcp_code_may_emit(-32021), MCP_EMIT_OK);
    EQUAL(mcp_code_may_emit(-32002), MCP_EMIT_FORBIDDEN);
    EQUAL(mcp_code_may_emit(-32023), MCP_EMIT_FORBIDDEN);
    EQUAL(mcp_code_may_emit(-32000), MCP_EMIT_DISCOURAGED);
    EQUAL(mcp_code_may_emit(INT64_MIN), MCP_EMIT_OK);
    EQUAL(mcp_code_http_status(-32021, MCP_ORIGIN_PROTOCOL), 400);
    EQUAL(mcp_code_http_status(-32601, MCP_ORIGIN_HANDLER), 404);
    EQUAL(mcp_code_http_status(-32603, MCP_ORIGIN_HANDLER), 200);
    EQUAL(mcp_code_http_status(-32603, 2), 0);
    EQUAL(mcp_code_http_status(-32603, -1), 0);
}

static void verdicts_on_values(void)
{
    const int64_t modern = -32021, other = 1;
    const uint32_t all = MCP_FLAG_WELL_FORMED | MCP_FLAG_MODERN | MCP_FLAG_MODERN_HTTP | MCP_FLAG_MODERN_FOR_PROBE | MCP_FLAG_PROTOCOL_ERROR;
    const mcp_kind kind = MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR;
    EQUAL(mcp_verdicts(kind, &modern, 0, 1), all);
    EQUAL(mcp_verdicts(kind, &modern, 0, -1), all);
    EQUAL(mcp_verdicts(kind, &modern, 0, 0), 0);
    EQUAL(mcp_verdicts(kind, &other, 0, 1), MCP_FLAG_WELL_FORMED);
    EQUAL(mcp_verdicts(kind, NULL, 0, 1), MCP_FLAG_WELL_FORMED);
    EQUAL(mcp_verdicts(MCP_KIND_METHOD_NOT_FOUND_ERROR, NULL, 404, 1), MCP_FLAG_WELL_FORMED | MCP_FLAG_MODERN_HTTP);
    EQUAL(mcp_verdicts(MCP_KIND_REQUEST_TIMEOUT_ERROR, NULL, 0, 1), MCP_FLAG_WELL_FORMED | MCP_FLAG_ERA_INCONCLUSIVE);
    CHECK(mcp_data_is_well_formed(kind, LIT("{\"requiredCapabilities\":{\"elicitation\":{\"form\":{\"a\":null}},\"tasks\":7}}")));
    CHECK(!mcp_data_is_well_formed(kind, LIT("{\"requiredCapabilities\":{\"roots\":null}}")));
    CHECK(!mcp_data_is_well_formed(kind, LIT("{\"requiredCapabilities\":{}} trailing")));
    CHECK(mcp_caps_is_well_formed(LIT("{\"sampling\":{\"tools\":{}}}")) && !mcp_caps_is_well_formed(LIT("{\"extensions\":{\"a\":1}}")));
}

static void eras(void)
{
    mcp_error *e = error_of("{\"code\":-32601,\"message\":\"m\"}", 404);
    EQUAL(mcp_error_era(e, MCP_TRANSPORT_HTTP), MCP_ERA_MODERN_WITHOUT_DISCOVER);
    EQUAL(mcp_error_era(e, MCP_TRANSPORT_STDIO), MCP_ERA_LEGACY);
    mcp_error_free(e);
    e = error_of("{\"code\":-32020,\"message\":\"m\"}", 0);
    EQUAL(mcp_error_era(e, MCP_TRANSPORT_STDIO), MCP_ERA_MODERN);
    mcp_error_free(e);
    EQUAL(mcp_error_new(MCP_KIND_REQUEST_TIMEOUT_ERROR, NULL, 0, &e), OK);
    EQUAL(mcp_error_era(e, MCP_TRANSPORT_HTTP), MCP_ERA_INCONCLUSIVE);
    EQUAL(mcp_error_era(e, MCP_TRANSPORT_STDIO), MCP_ERA_LEGACY);
    mcp_error_free(e);
}

static mcp_advice *advice_on(const mcp_error *e, const char *context)
{
    mcp_advice *a = NULL;
    EQUAL(mcp_error_advise(e, context, strlen(context), &a, NULL), OK);
    return a;
}

static void advice_on_a_missing_capability(void)
{
    mcp_error *e = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}}}}}", 400);
    uint64_t delay = 77;
    mcp_advice *a = advice_on(e, "{\"purpose\":\"probe\",\"declared\":{\"roots\":{}},\"supported_caps\":{\"roots\":{},\"elicitation\":{\"form\":{},\"url\":{\"x\":1}}}}");
    mcp_error_free(e); /* the advice lives on */
    EQUAL(mcp_advice_action(a), MCP_ACTION_DECLARE_CAPABILITIES);
    EQUAL(mcp_advice_reason(a), MCP_REASON_CAPABILITY_UNDECLARED);
    EQUAL(mcp_advice_era(a), MCP_ERA_MODERN);
    TEXT(mcp_advice_missing_json(a), "{\"elicitation\":{\"url\":{}}}");
    CHECK(holds(mcp_advice_declare_json(a), "\"url\":{\"x\":1}") && holds(mcp_advice_declare_json(a), "\"roots\":{}"));
    CHECK(holds(mcp_advice_context_json(a), "\"tried\":{\"declare_capabilities\":1}") && holds(mcp_advice_context_json(a), "\"purpose\":\"probe\""));
    TEXT(mcp_advice_version(a), "");
    CHECK(!mcp_advice_delay_ms(a, &delay));
    EQUAL(delay, 77);
    CHECK(holds(mcp_advice_json(a), "\"action\":\"declare_capabilities\"") && !holds(mcp_advice_json(a), "version"));
    CHECK(mcp_advice_text(a).len > 10 && mcp_advice_text(a).len <= 512);
    mcp_advice_free(a);

    e = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}", 400);
    a = advice_on(e, "{\"declared\":{\"roots\":{}}}");
    EQUAL(mcp_advice_action(a), MCP_ACTION_GIVE_UP);
    EQUAL(mcp_advice_reason(a), MCP_REASON_NOTHING_MISSING);
    TEXT(mcp_advice_missing_json(a), "{}");
    TEXT(mcp_advice_declare_json(a), "");
    mcp_advice_free(a);
    a = advice_on(e, "{}");
    EQUAL(mcp_advice_reason(a), MCP_REASON_CAPABILITY_UNAVAILABLE);
    mcp_advice_free(a);
    mcp_error_free(e);
}

static void advice_on_a_version_and_on_waiting(void)
{
    mcp_error *e = error_of("{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2027-01-01\"}}", 400);
    mcp_advice *a = advice_on(e, "{\"client_versions\":[\"2027-01-01\",\"2026-07-28\",\"2025-11-25\"]}");
    uint64_t delay = 0;
    EQUAL(mcp_advice_action(a), MCP_ACTION_RETRY_WITH_VERSION);
    TEXT(mcp_advice_version(a), "2026-07-28");
    TEXT(mcp_advice_missing_json(a), "");
    mcp_advice_free(a);
    mcp_error_free(e);

    mcp_http_response r = {0};
    r.struct_size = sizeof r;
    r.status = 429;
    static const struct {
        const char *header;
        bool given;
        uint64_t delay;
    } samples[] = {{"3", true, 3000}, {" 3\t", true, 3000}, {"0", true, 0}, {"-1", false, 0}, {"3.5", false, 0}, {"soon", false, 0},
                   {"99999999999999999999999999", true, UINT64_MAX}, {"Thu, 01 Jan 1970 00:00:20 GMT", true, 10000},
                   {"Thu, 01 Jan 1970 00:00:10 GMT", false, 0}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        r.retry_after = samples[i].header;
        r.retry_after_len = strlen(samples[i].header);
        EQUAL(mcp_error_from_http(&r, &e, NULL), OK);
        a = advice_on(e, "{\"now_ms\":10000}");
        EQUAL(mcp_advice_action(a), MCP_ACTION_BACK_OFF);
        delay = 0;
        EQUAL(mcp_advice_delay_ms(a, &delay), samples[i].given);
        EQUAL(mcp_advice_delay_ms(a, NULL), samples[i].given);
        CHECK(delay == samples[i].delay);
        mcp_advice_free(a);
        mcp_error_free(e);
    }
}

static void negotiation(void)
{
    static const char discover[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"supportedVersions\":[\"2026-07-28\",\"2025-11-25\"],\"capabilities\":{},"
                                   "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"},\"resultType\":\"complete\",\"ttlMs\":0,\"cacheScope\":\"private\"}}";
    mcp_advice *a = JUNK(mcp_advice);
    mcp_failure failure;
    failure.struct_size = sizeof failure;
    EQUAL(mcp_negotiate(LIT(discover), LIT("{\"purpose\":\"probe\",\"client_versions\":[\"2026-07-28\"]}"), &a, &failure), OK);
    EQUAL(mcp_advice_action(a), MCP_ACTION_GO_ON);
    EQUAL(mcp_advice_reason(a), MCP_REASON_AGREED);
    EQUAL(mcp_advice_era(a), MCP_ERA_MODERN);
    TEXT(mcp_advice_version(a), "2026-07-28");
    CHECK(holds(mcp_advice_context_json(a), "\"purpose\":\"request\""));
    mcp_advice_free(a);
    EQUAL(mcp_negotiate(LIT(discover), LIT("{\"purpose\":\"probe\",\"client_versions\":[\"2025-11-25\"]}"), &a, NULL), OK);
    EQUAL(mcp_advice_action(a), MCP_ACTION_INITIALIZE);
    mcp_advice_free(a);
    a = JUNK(mcp_advice);
    EQUAL(mcp_negotiate(LIT(discover), LIT("{\"purpose\":\"request\"}"), &a, &failure), BAD_ARGUMENT);
    CHECK(a == NULL && strcmp(failure.parameter, "context_json") == 0 && strcmp(failure.member, "purpose") == 0 && failure.problem[0] != 0);
    EQUAL(mcp_negotiate(LIT("{\"error\":{}}"), LIT("{\"purpose\":\"probe\"}"), &a, &failure), BAD_ARGUMENT);
    CHECK(strcmp(failure.parameter, "response_json") == 0);
}

static void message_types(void)
{
    static const struct {
        const char *text;
        mcp_message_type type;
        const char *id;
    } samples[] = {{"", MCP_MESSAGE_EMPTY, ""},  {" \n", MCP_MESSAGE_EMPTY, ""},           {"x", MCP_MESSAGE_NOT_JSON, ""},
                   {"Content-Length: 5", MCP_MESSAGE_FRAMING, ""},                         {"{\"id\":7,\"error\":{}}", MCP_MESSAGE_ERROR, "7"},
                   {"{\"id\": \"a\" ,\"result\":1}", MCP_MESSAGE_RESULT, "\"a\""},       {"{\"id\":1,\"method\":\"x\"}", MCP_MESSAGE_REQUEST, ""},
                   {"{\"method\":\"x\"}", MCP_MESSAGE_NOTIFICATION, ""},                  {"[]", MCP_MESSAGE_BATCH, ""},
                   {"7", MCP_MESSAGE_OTHER, ""}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        mcp_span id = {7, 7};
        mcp_message_type type = mcp_message_type_of(samples[i].text, strlen(samples[i].text), &id);
        if (type != samples[i].type)
            printf("text %s\n", samples[i].text);
        EQUAL(type, samples[i].type);
        if (samples[i].id[0])
            check_text(samples[i].text + id.offset, (size_t)id.length, samples[i].id, strlen(samples[i].id), __FILE__, __LINE__, "id");
        else
            CHECK(id.offset == UINT64_MAX && id.length == 0);
        EQUAL(mcp_message_type_of(samples[i].text, strlen(samples[i].text), NULL), type);
    }
    EQUAL(mcp_message_type_of(NULL, 1, NULL), MCP_MESSAGE_NONE);
    EQUAL(mcp_message_type_of(NULL, 0, NULL), MCP_MESSAGE_EMPTY);
}

static void capabilities(void)
{
    char *text = NULL;
    size_t len = 0;
    EQUAL(mcp_caps_missing(LIT("{\"elicitation\":{}}"), LIT("{\"elicitation\":{\"form\":{},\"url\":{}},\"roots\":{}}"), &text, &len, NULL), OK);
    CHECK(len > 0 && strstr(text, "\"url\":{}") && strstr(text, "\"roots\":{}") && !strstr(text, "form"));
    mcp_string_free(text);
    EQUAL(mcp_caps_missing(LIT("{\"tasks\":{}}"), LIT("{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"), &text, &len, NULL), OK);
    OWNED(text, len, "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
    EQUAL(mcp_caps_declare(LIT("{}"), LIT("{\"roots\":{\"peer\":1}}"), LIT("{\"roots\":{\"listChanged\":true}}"), &text, &len, NULL), OK);
    OWNED(text, len, "{\"roots\":{\"listChanged\":true}}");
    EQUAL(mcp_caps_for_input_request(LIT("elicitation/create"), LIT("{\"mode\":\"url\"}"), &text, &len, NULL), OK);
    OWNED(text, len, "{\"elicitation\":{\"url\":{}}}");
    EQUAL(mcp_caps_for_input_request(LIT("elicitation/create"), NULL, 0, &text, &len, NULL), OK);
    OWNED(text, len, "{\"elicitation\":{\"form\":{}}}");
    EQUAL(mcp_caps_for_input_request(LIT("roots/list\0"), NULL, 0, &text, &len, NULL), OK);
    OWNED(text, len, "{}");
}

int main(void)
{
    RUN(names);
    RUN(the_tree_of_kinds);
    RUN(codes);
    RUN(verdicts_on_values);
    RUN(eras);
    RUN(advice_on_a_missing_capability);
    RUN(advice_on_a_version_and_on_waiting);
    RUN(negotiation);
    RUN(message_types);
    RUN(capabilities);
    return check_end("decide");
}
