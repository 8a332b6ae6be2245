/* Every function whose need comes from its input, and shapes of large input for it. What is made is read and freed. */
#ifndef CALLS_H
#define CALLS_H

#include "../c/check.h"

static size_t input_size; /* how large an input is to be */

/* Shapes: a head, a part that is repeated up to the size of the input, and a tail. */

static char *input;
static size_t input_len;

static void shape(const char *head, const char *part, const char *tail)
{
    size_t part_len = strlen(part);
    char *p = input;
    p = (char *)memcpy(p, head, strlen(head)) + strlen(head);
    while ((size_t)(p - input) + part_len + strlen(tail) < input_size)
        p = (char *)memcpy(p, part, part_len) + part_len;
    p = (char *)memcpy(p, tail, strlen(tail)) + strlen(tail);
    input_len = (size_t)(p - input);
}

/* What fills a member value: a long string, one full of escapes or ill-formed bytes, many members, many elements, depth. */
typedef struct filling {
    const char *name, *head, *part, *tail;
} filling;
static const filling fillings[] = {
    {"a long string", "\"", "xxxxxxxxxxxxxxxx", "\""},
    {"escapes", "\"", "\\u00e9\\n", "\""},
    {"ill-formed bytes", "\"", "\xff\xfe", "\""},
    {"many strings", "[", "\"ab\",", "\"z\"]"},
    {"many members", "{", "\"ab\":{},", "\"z\":{}}"},
    {"many members with escapes", "{", "\"\\u0061b\":{},", "\"z\":{}}"},
    {"depth", "", "[", "]"},
    {"depth of objects", "", "{\"a\":", "}"},
};
enum { FILLINGS = sizeof fillings / sizeof *fillings };

static void fill(const char *before, const filling *with, const char *after)
{
    static char head[1024], tail[1024];
    if (strncmp(with->name, "depth", 5) == 0) { /* as many closed as opened, and a value inside */
        size_t part_len = strlen(with->part), depth = (input_size - 1024) / (part_len + 1);
        char *p = (char *)memcpy(input, before, strlen(before)) + strlen(before);
        for (size_t i = 0; i < depth; i++, p += part_len)
            memcpy(p, with->part, part_len);
        *p++ = '0';
        memset(p, *with->tail, depth);
        memcpy(p + depth, after, strlen(after));
        input_len = (size_t)(p - input) + depth + strlen(after);
        return;
    }
    snprintf(head, sizeof head, "%s%s", before, with->head);
    snprintf(tail, sizeof tail, "%s%s", with->tail, after);
    shape(head, with->part, tail);
}

/* Calls: each answers a status; what was made is used and freed, so that texts on demand are made too. */

static mcp_error *e;
static char *text;

/* Of the error in e. */
static int read_all(mcp_status status)
{
    if (status != OK || e == NULL)
        return e == NULL ? status : 90;
    size_t seen = mcp_error_view_json(e).len + mcp_error_log_line(e).len + mcp_error_message(e).len + mcp_error_data_json(e).len;
    seen += mcp_error_required_caps_json(e).len + mcp_error_supported_suffix(e).len + mcp_error_requested_json(e).len;
    seen += mcp_error_supported_at(e, 3).len + mcp_error_supported_count(e) + mcp_error_malformed_reason(e).len;
    mcp_view view;
    view.struct_size = sizeof view;
    mcp_advice *advice = NULL;
    char *out = NULL;
    seen += (size_t)mcp_error_view(e, &view) + (size_t)mcp_error_era(e, MCP_TRANSPORT_HTTP);
    mcp_status advised = mcp_error_advise(e, NULL, 0, &advice, NULL);
    mcp_status written = mcp_error_to_json(e, MCP_ERA_MODERN, &out, NULL, NULL);
    mcp_advice_free(advice);
    mcp_string_free(out);
    mcp_error_free(e);
    return advised == MCP_STATUS_INTERNAL || written == MCP_STATUS_INTERNAL || seen == 0 ? 91 : OK;
}

/* Of the text in text. */
static int text_of(mcp_status status)
{
    if ((status == OK) != (text != NULL))
        return 92;
    mcp_string_free(text);
    return status;
}

typedef struct call {
    const char *name, *before, *after;
    int (*run)(void);
} call;

static int jsonrpc(void) { return read_all(mcp_error_from_jsonrpc(input, input_len, 400, &e, NULL)); }
static int response(void) { return read_all(mcp_error_from_response(input, input_len, &e)); }
static int view_back(void) { return read_all(mcp_error_from_view_json(input, input_len, &e, NULL)); }
static int new_server(void)
{
    return read_all(mcp_error_new_server(MCP_KIND_MISSING_REQUIRED_CLIENT_CAPABILITY_ERROR, "m", 1, NULL, input, input_len, 0, &e, NULL));
}
static int local(void) { return read_all(mcp_error_new(MCP_KIND_TASK_ERROR, input, input_len, &e)); }
static int capability(void) { return read_all(mcp_error_new_missing_capability(input, input_len, NULL, 0, &e, NULL)); }
static int version(void) { return read_all(mcp_error_new_unsupported_version("v", 1, input, input_len, NULL, 0, &e, NULL)); }
static int challenge(void)
{
    mcp_http_response r = {0};
    r.struct_size = sizeof r, r.status = 403, r.www_authenticate = input, r.www_authenticate_len = input_len;
    r.retry_after = input, r.retry_after_len = input_len;
    return read_all(mcp_error_from_http(&r, &e, NULL));
}
static int stream(void)
{
    mcp_http_response r = {0};
    r.struct_size = sizeof r, r.status = 200, r.body = input, r.body_len = input_len;
    r.content_type = "text/event-stream", r.content_type_len = 17;
    int status = text_of(mcp_sse_response(input, input_len, &text, NULL));
    int read = read_all(mcp_error_from_http(&r, &e, NULL));
    return status == OK || status == MCP_STATUS_OUT_OF_MEMORY ? read : status;
}
static int classify(void)
{
    mcp_classification c;
    size_t offset;
    c.struct_size = sizeof c;
    mcp_status a = mcp_classify_response(input, input_len, 0, &c), b = mcp_json_check(input, input_len, &offset);
    return a == OK ? b : a;
}
static int missing(void) { return text_of(mcp_caps_missing("{}", 2, input, input_len, &text, NULL, NULL)); }
static int missing_of(void) { return text_of(mcp_caps_missing(input, input_len, "{\"roots\":{}}", 12, &text, NULL, NULL)); }
static int declare(void)
{
    return text_of(mcp_caps_declare(input, input_len, input, input_len, input, input_len, &text, NULL, NULL));
}
static int input_request(void)
{
    return text_of(mcp_caps_for_input_request("sampling/createMessage", 22, input, input_len, &text, NULL, NULL));
}
static int advise(void)
{
    mcp_advice *advice = NULL;
    e = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"experimental\":{\"z\":{}}}}}", 400);
    mcp_status status = mcp_error_advise(e, input, input_len, &advice, NULL);
    mcp_advice_free(advice);
    mcp_error_free(e);
    return status;
}
static int check_request(void)
{
    static const char server[] = "{\"versions\":[\"2026-07-28\"],\"required\":{\"experimental\":{\"q\":{}}}}";
    mcp_request parts;
    parts.struct_size = sizeof parts;
    mcp_status status = mcp_request_check(input, input_len, server, sizeof server - 1, &e, NULL);
    int read = e ? read_all(status) : status;
    status = mcp_request_read(input, input_len, &parts);
    return read == OK ? status : read;
}
static int read_on(void) /* what a server and a client ask besides of a message */
{
    mcp_span id;
    mcp_message_type type = mcp_message_type_of(input, input_len, &id);
    int made = text_of(mcp_request_headers(input, input_len, NULL, 0, &text, NULL, NULL));
    return made == OK || made == MCP_STATUS_INVALID_ARGUMENT ? (type < 0 ? 93 : OK) : made;
}
static int schema(void)
{
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"ab\":1},\"_meta\":{"
                                  "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
    int made = text_of(mcp_request_headers(request, sizeof request - 1, input, input_len, &text, NULL, NULL));
    return made == MCP_STATUS_INVALID_ARGUMENT ? OK : made;
}
static int answer(void)
{
    static const char asked[] = "{\"era\":\"modern\",\"method\":\"tools/call\"}";
    mcp_status status = mcp_error_from_answer(input, input_len, asked, sizeof asked - 1, &e, NULL);
    return e ? read_all(status) : status == MCP_STATUS_NOT_AN_ERROR ? OK : status;
}
static int negotiate(void)
{
    static const char asked[] = "{\"purpose\":\"probe\",\"client_versions\":[\"2026-07-28\"]}";
    mcp_advice *advice = NULL;
    mcp_status status = mcp_negotiate(input, input_len, asked, sizeof asked - 1, &advice, NULL);
    mcp_advice_free(advice);
    return status == MCP_STATUS_INVALID_ARGUMENT ? OK : status;
}
static int set_member(void)
{
    char *object = NULL;
    size_t len = 0;
    mcp_status as_text = mcp_json_set(&object, &len, "a", input, input_len, 0, NULL);
    mcp_status as_json = mcp_json_set(&object, &len, "b", input, input_len, 1, NULL);
    mcp_string_free(object);
    return as_text == MCP_STATUS_INTERNAL || as_json == MCP_STATUS_INTERNAL ? MCP_STATUS_INTERNAL
           : as_text == MCP_STATUS_OUT_OF_MEMORY || as_json == MCP_STATUS_OUT_OF_MEMORY ? MCP_STATUS_OUT_OF_MEMORY : OK;
}
static int open_stream(void)
{
    mcp_sse_reader *reader = NULL;
    mcp_str message;
    bool has = false;
    mcp_status status = mcp_sse_reader_new(0, &reader);
    if (status == OK)
        status = mcp_sse_reader_push(reader, input, input_len);
    if (status == OK)
        status = mcp_sse_reader_finish(reader);
    while (status == OK && (status = mcp_sse_reader_next(reader, &message, &has, NULL)) == OK && has)
        continue;
    mcp_sse_reader_free(reader);
    return status;
}
static int server_side(void)
{
    static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    mcp_status status = mcp_request_check(request, sizeof request - 1, input, input_len, &e, NULL);
    return e ? read_all(status) : status;
}
static int respond(void)
{
    mcp_error *sent = error_of("{\"code\":1,\"message\":\"m\"}", 0);
    int status = text_of(mcp_error_to_response_json(sent, MCP_ERA_MODERN, input, input_len, &text, NULL, NULL));
    mcp_error_free(sent);
    return status;
}

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{\"experimental\":"
static const call calls[] = {
    {"from_jsonrpc: data", "{\"code\":1,\"message\":\"m\",\"data\":", "}", jsonrpc},
    {"from_jsonrpc: message", "{\"code\":1,\"message\":", "}", jsonrpc},
    {"from_jsonrpc: supported", "{\"code\":-32022,\"message\":\"m\",\"data\":{\"requested\":\"v\",\"supported\":", "}}", jsonrpc},
    {"from_jsonrpc: requested", "{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"v\"],\"requested\":", "}}", jsonrpc},
    {"from_jsonrpc: extensions", "{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"extensions\":", "}}}", jsonrpc},
    {"from_response", "{\"error\":{\"code\":1,\"message\":\"m\",\"data\":", "}}", response},
    {"from_view_json: data", "{\"kind\":\"ServerError\",\"message\":\"m\",\"has_data\":true,\"data\":", "}", view_back},
    {"from_view_json: message", "{\"kind\":\"ServerError\",\"has_data\":false,\"data\":null,\"message\":", "}", view_back},
    {"new_server", "{\"requiredCapabilities\":{\"experimental\":", "}}", new_server},
    {"new", "", "", local},
    {"new_missing_capability", "{\"experimental\":", "}", capability},
    {"new_unsupported_version", "", "", version},
    {"from_http: challenge", "Bearer error=insufficient_scope, scope=", "", challenge},
    {"from_http: stream", "data:{\"error\":{\"message\":", "}}\n\n", stream},
    {"classify", "{\"error\":{\"data\":", "}}", classify},
    {"caps_missing: required", "{\"experimental\":", "}", missing},
    {"caps_missing: declared", "{\"experimental\":", "}", missing_of},
    {"caps_declare", "{\"experimental\":", "}", declare},
    {"caps_for_input_request", "{\"tools\":", "}", input_request},
    {"advise: supported_caps", "{\"supported_caps\":{\"experimental\":", "}}", advise},
    {"advise: client_versions", "{\"client_versions\":", "}", advise},
    {"request_check: params", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":", "}}", check_request},
    {"request_check: capabilities", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{" META, "}}}}", check_request},
    {"request_check: server", "{\"versions\":", "}", server_side},
    {"to_response_json", "", "", respond},
    {"request_headers: request", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":", "}}", read_on},
    {"request_headers: schema", "{\"properties\":", "}", schema},
    {"from_answer", "{\"id\":1,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":", "}}", answer},
    {"negotiate", "{\"id\":1,\"result\":{\"resultType\":\"complete\",\"capabilities\":{},\"supportedVersions\":", "}}", negotiate},
    {"advise: tried", "{\"tried\":", "}", advise},
    {"json_set", "", "", set_member},
    {"sse_reader", "id: 7\ndata: ", "\n\n", open_stream},
};
enum { CALLS = sizeof calls / sizeof *calls };

static void make_room(size_t size)
{
    input_size = size;
    input = malloc(size + 4096);
    if (input == NULL)
        exit(2);
}

#endif
