/* An MCP client that follows the advice: it agrees on a version with the server at URL, lists what the server has, and uses all of it.
   Usage: client URL. Needs libcurl 7.83 or later and cJSON. It has no OAuth, and reads one stream at a time. */
#include "client_http.h"

#define META "io.modelcontextprotocol/"
static const char start[] = "{\"purpose\":\"probe\",\"client_versions\":[\"2026-07-28\",\"2025-11-25\"],\"requested_version\":\"2026-07-28\","
                            "\"declared\":{\"elicitation\":{\"form\":{}}},\"supported_caps\":{\"elicitation\":{\"form\":{}}}}";
static cJSON *capabilities, *calls; /* the server's; the tool calls that the conformance suite wants */

static char *message_for(const char *method, const cJSON *params) /* what the context says is next: a probe, initialize, or the request */
{
    cJSON *message = cJSON_CreateObject(), *own = is("purpose", "request") ? cJSON_Duplicate(params, 1) : cJSON_CreateObject(), *meta = own;
    bool initialize = is("purpose", "initialize"), modern = !initialize && !is("era", "legacy");
    if (modern)
        meta = cJSON_AddObjectToObject(own, "_meta");
    if (modern || initialize) {
        cJSON_AddItemToObject(meta, modern ? META "protocolVersion" : "protocolVersion", copy(context, "requested_version"));
        cJSON_AddItemToObject(meta, modern ? META "clientCapabilities" : "capabilities", copy(context, "declared"));
        cJSON_AddItemToObject(meta, modern ? META "clientInfo" : "clientInfo", cJSON_Parse("{\"name\":\"client.c\",\"version\":\"1.0.0\"}"));
    }
    cJSON_AddStringToObject(message, "jsonrpc", "2.0");
    cJSON_AddNumberToObject(message, "id", ++id);
    cJSON_AddStringToObject(message, "method", initialize ? "initialize" : is("purpose", "probe") ? "server/discover" : method);
    cJSON_AddItemToObject(message, "params", own);
    char *made = cJSON_PrintUnformatted(message);
    cJSON_Delete(message);
    return made;
}

static cJSON *result(const char *name) /* a member of the result that came last */
{
    cJSON *response = cJSON_ParseWithLength(body, body_len), *found = copy(get(response, "result"), name);
    cJSON_Delete(response);
    return found;
}

static cJSON *samples(const cJSON *properties, const cJSON *only) /* values that fit, for all properties or some. A person would be asked */
{
    cJSON *values = cJSON_CreateObject();
    for (const cJSON *each = only ? only->child : properties ? properties->child : NULL; each; each = each->next) {
        const char *name = only ? each->valuestring : each->string, *type = text(get(properties, name), "type");
        bool number = !strcmp(type, "number") || !strcmp(type, "integer"), boolean = !strcmp(type, "boolean");
        if (name)
            set(values, name, boolean ? cJSON_CreateTrue() : number ? cJSON_CreateNumber(1) : cJSON_CreateString("text"));
    }
    return values;
}

static void answer_inputs(const mcp_error *error, cJSON *params) /* what the server asks for: forms, since nothing else is declared */
{
    mcp_str data = mcp_error_data_json(error);
    cJSON *asked = cJSON_ParseWithLength(data.ptr, data.len), *responses = cJSON_CreateObject(), *requests = get(asked, "inputRequests");
    for (const cJSON *each = requests ? requests->child : NULL; each; each = each->next) {
        cJSON *response = cJSON_AddObjectToObject(responses, each->string), *schema = get(get(each, "params"), "requestedSchema");
        cJSON_AddStringToObject(response, "action", "accept"), cJSON_AddItemToObject(response, "content", samples(get(schema, "properties"), NULL));
    }
    set(params, "inputResponses", responses);
    set(params, "requestState", copy(asked, "requestState"));
    cJSON_Delete(asked);
}

static bool follow(const mcp_advice *advice, const mcp_error *error, cJSON *params) /* false: give up */
{
    mcp_str next = mcp_advice_context_json(advice), line = mcp_error_log_line(error), why = mcp_advice_text(advice);
    mcp_action action = mcp_advice_action(advice);
    uint64_t wait = action == MCP_ACTION_BACK_OFF ? 1000 : 0;
    printf("%.*s\n  %s: %.*s\n", (int)line.len, line.ptr, advice ? mcp_action_name(action) : "refused", (int)why.len, why.ptr);
    if (next.len == 0)
        return false;
    cJSON_Delete(context), context = cJSON_ParseWithLength(next.ptr, next.len);
    mcp_advice_delay_ms(advice, &wait), usleep((useconds_t)wait * 1000);
    switch (action) {
    case MCP_ACTION_GO_ON:
        cJSON_Delete(capabilities), capabilities = result("capabilities");
        if (is("era", "legacy")) {
            static const char initialized[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
            set(context, "has_session", cJSON_CreateBool(*session));
            mcp_error_free(exchange(initialized, NULL, false));
        }
        return true;
    case MCP_ACTION_ANSWER_INPUTS: answer_inputs(error, params); return true;
    case MCP_ACTION_NEW_SESSION: *session = 0; return true;
    case MCP_ACTION_AUTHENTICATE: case MCP_ACTION_STEP_UP: case MCP_ACTION_COMPLETE_ELICITATIONS: case MCP_ACTION_TRY_HTTP_SSE:
    case MCP_ACTION_REFRESH_TOOLS: case MCP_ACTION_RESTART_PAGINATION: return false; /* this client cannot */
    default: return true; /* all that it takes is in the next context */
    }
}

static bool ask(const char *method, cJSON *params, const char *schema) /* true: body has the result. Without a method: only connects */
{
    bool on_stream = false, done = false, going = true;
    time_t began = time(NULL);
    char *message = NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(context, "tried"); /* new work */
    set(context, "method", cJSON_CreateString(method));
    while (!done && going && time(NULL) - began < 60) { /* the library leaves it to the host how long to wait in all */
        mcp_advice *advice = NULL;
        if (!on_stream)
            free(message), message = message_for(method, params);
        mcp_error *error = exchange(message, schema, on_stream);
        if (!(done = !error && is("purpose", "request"))) {
            char *known = cJSON_PrintUnformatted(context);
            mcp_failure failure = {.struct_size = sizeof failure};
            mcp_status judged = error ? mcp_error_advise(error, known, strlen(known), &advice, &failure)
                                      : mcp_negotiate(body, body_len, known, strlen(known), &advice, &failure);
            explain(judged, &failure);
            mcp_action action = mcp_advice_action(advice);
            going = follow(advice, error, params);
            on_stream = action == MCP_ACTION_RESUME_STREAM || action == MCP_ACTION_READ_ON;
            done = going && !*method && is("purpose", "request");
            mcp_advice_free(advice), mcp_error_free(error), cJSON_free(known);
        }
    }
    free(message);
    return done;
}

static void use(const char *method, const char *key, const cJSON *item)
{
    cJSON *params = cJSON_CreateObject(), *schema = get(item, "inputSchema"), *call = calls ? calls->child : NULL;
    char *schema_text = schema ? cJSON_PrintUnformatted(schema) : NULL;
    while (call && strcmp(text(call, "name"), text(item, "name")) != 0)
        call = call->next;
    cJSON_AddItemToObject(params, key, copy(item, key));
    if (schema)
        set(params, "arguments", call ? copy(call, "arguments") : samples(get(schema, "properties"), get(schema, "required")));
    bool done = ask(method, params, schema_text);
    printf("%s: %s of %zu bytes\n", method, done ? "a result" : "no result, but a response", body_len);
    cJSON_free(schema_text), cJSON_Delete(params);
}

int main(int argc, char **argv)
{
    static const char *const lists[][4] = {{"tools", "tools/list", "name", "tools/call"}, {"prompts", "prompts/list", "name", "prompts/get"},
                                           {"resources", "resources/list", "uri", "resources/read"}};
    cJSON *settings = cJSON_Parse(getenv("MCP_CONFORMANCE_CONTEXT")), *none = cJSON_CreateObject();
    calls = get(settings, "toolCalls"), context = cJSON_Parse(start);
    if (argc != 2 || !open_http(argv[1]))
        return 2;
    bool connected = ask("", none, NULL);
    for (size_t i = 0; connected && i < sizeof lists / sizeof *lists; i++)
        if (get(capabilities, lists[i][0]) && ask(lists[i][1], none, NULL)) {
            cJSON *items = result(lists[i][0]);
            for (const cJSON *item = items ? items->child : NULL; item; item = item->next)
                use(lists[i][3], lists[i][2], item);
            cJSON_Delete(items);
        }
    cJSON_Delete(settings), cJSON_Delete(none), cJSON_Delete(context), cJSON_Delete(capabilities), close_http();
    return connected ? 0 : 1;
}
