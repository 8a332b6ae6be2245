/* What client.c needs beside the library: HTTP by libcurl, and short names for cJSON. */
#include <cjson/cJSON.h>
#include <curl/curl.h>
#include <mcp_errors.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static CURL *curl;
static cJSON *context; /* of the work at hand: goes from try to try */
static FILE *received;
static mcp_sse_reader *events;
static char *body, *answer, session[256]; /* answer: the response, once a stream of events had it */
static size_t body_len;
static int id; /* of the request that was sent last */

static cJSON *get(const cJSON *object, const char *name) { return cJSON_GetObjectItemCaseSensitive(object, name); }
static cJSON *copy(const cJSON *object, const char *name) { return cJSON_Duplicate(get(object, name), 1); }
static const char *text(const cJSON *object, const char *name) { return cJSON_IsString(get(object, name)) ? get(object, name)->valuestring : ""; }
static bool is(const char *name, const char *value) { return strcmp(text(context, name), value) == 0; }

static void set(cJSON *object, const char *name, cJSON *value)
{
    cJSON_DeleteItemFromObjectCaseSensitive(object, name);
    cJSON_AddItemToObject(object, name, value);
}

static size_t receive(char *data, size_t size, size_t count, void *unused)
{
    mcp_str message;
    mcp_span at;
    bool has;
    (void)unused, (void)size;
    if (ftell(received) > 16 << 20 || mcp_sse_reader_push(events, data, count) != MCP_STATUS_OK)
        return 0;
    fwrite(data, 1, count, received);
    while (!answer && mcp_sse_reader_next(events, &message, &has, NULL) == MCP_STATUS_OK && has) {
        mcp_message_type type = mcp_message_type_of(message.ptr, message.len, &at);
        if ((type == MCP_MESSAGE_ERROR || type == MCP_MESSAGE_RESULT) && at.length && atoi(message.ptr + at.offset) == id)
            answer = strndup(message.ptr, message.len);
    }
    return answer ? 0 : count; /* 0 ends the transfer: what else the stream has is not for us */
}

static struct curl_slist *add(struct curl_slist *headers, const char *name, const char *value)
{
    char line[8192];
    const char *format = *value ? "%s: %s" : "%s;"; /* so curl wants a header without a value */
    return snprintf(line, sizeof line, format, name, value) < (int)sizeof line ? curl_slist_append(headers, line) : headers;
}

static void field(const char *name, const char **value, size_t *len)
{
    struct curl_header *found;
    if (curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK)
        *value = found->value, *len = strlen(found->value);
}

static void explain(mcp_status status, const mcp_failure *failure) /* what a call refused */
{
    if (status != MCP_STATUS_OK)
        fprintf(stderr, "%s: %s %s %s\n", mcp_status_text(status), failure->parameter, failure->member, failure->problem);
}

static mcp_error *local(mcp_kind kind, const char *why) /* what no peer said */
{
    mcp_error *error = NULL;
    if (mcp_error_new(kind, why, strlen(why), &error) != MCP_STATUS_OK)
        abort(); /* memory is short, and NULL would read as a result */
    return error;
}

static mcp_error *exchange(const char *message, const char *schema, bool on_stream) /* NULL: a result came */
{
    struct curl_slist *headers = add(add(NULL, "Accept", "application/json, text/event-stream"), "Content-Type", "application/json");
    char *json = NULL, *known = cJSON_PrintUnformatted(context);
    mcp_http_response response = {.struct_size = sizeof response, .context_json = known, .context_len = strlen(known)};
    const char *type = "", *given = session;
    size_t len = 0, given_len = strlen(session);
    mcp_error *error = NULL;
    long status = 0;
    if (mcp_request_headers(message, strlen(message), schema, schema ? strlen(schema) : 0, &json, NULL, NULL) != MCP_STATUS_OK)
        error = local(MCP_KIND_VALIDATION_ERROR, "the input schema must not be used"); /* the specification wants such a tool left out */
    cJSON *wanted = cJSON_Parse(json ? json : "{}");
    for (const cJSON *each = on_stream ? NULL : wanted->child; each; each = each->next)
        headers = add(headers, each->string, each->valuestring);
    if (on_stream && get(context, "last_event_id"))
        headers = add(headers, "Last-Event-ID", text(context, "last_event_id"));
    if (is("era", "legacy") && is("purpose", "request"))
        headers = add(headers, "MCP-Protocol-Version", text(context, "requested_version"));
    if (is("era", "legacy") && *session)
        headers = add(headers, "Mcp-Session-Id", session);
    free(body), free(answer), body = answer = NULL;
    received = open_memstream(&body, &body_len);
    if (mcp_sse_reader_new(0, &events) != MCP_STATUS_OK)
        error = error ? error : local(MCP_KIND_TRANSPORT_ERROR, "no reader for the stream");
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, message);
    curl_easy_setopt(curl, on_stream ? CURLOPT_HTTPGET : CURLOPT_POST, 1L);
    CURLcode sent = error ? CURLE_OK : curl_easy_perform(curl);
    fclose(received), mcp_sse_reader_free(events);
    field("content-type", &type, &len);
    if (!error && sent != CURLE_OK && !answer && !strstr(type, "event-stream")) /* a stream that broke is judged by what came of it */
        error = local(sent == CURLE_COULDNT_CONNECT ? MCP_KIND_CONNECTION_ERROR : sent == CURLE_OPERATION_TIMEDOUT ? MCP_KIND_REQUEST_TIMEOUT_ERROR :
                      sent == CURLE_WRITE_ERROR ? MCP_KIND_RESPONSE_TOO_LARGE_ERROR : MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR, curl_easy_strerror(sent));
    if (!error) {
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        if (answer)
            free(body), body = answer, body_len = strlen(body), answer = NULL;
        response.status = (uint16_t)status, response.body = body, response.body_len = body_len;
        field("www-authenticate", &response.www_authenticate, &response.www_authenticate_len);
        field("retry-after", &response.retry_after, &response.retry_after_len);
        field("mcp-session-id", &given, &given_len);
        if (given != session)
            snprintf(session, sizeof session, "%s", given);
        mcp_status read = mcp_error_from_http(&response, &error, NULL);
        if (read != MCP_STATUS_OK && read != MCP_STATUS_NOT_AN_ERROR) /* not a result either: memory is short, or a status below 100 */
            error = local(MCP_KIND_TRANSPORT_ERROR, mcp_status_text(read));
    }
    curl_slist_free_all(headers), cJSON_Delete(wanted), mcp_string_free(json), cJSON_free(known);
    return error;
}

static bool open_http(const char *url)
{
    if (!(curl = curl_easy_init()))
        return false;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
    return true;
}

static void close_http(void)
{
    curl_easy_cleanup(curl);
    free(body);
}
