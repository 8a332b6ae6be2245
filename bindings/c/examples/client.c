/* A client that does as it is advised: calls a tool over HTTP, and where the server refuses, asks again as the library says.
   Usage: client URL TOOL. Needs libcurl 7.83 or later. */
#include <curl/curl.h>
#include <mcp_errors.h>
#include <string.h>
#include <unistd.h>

#define VERSION "2026-07-28"
static const char supported[] = "{\"elicitation\":{\"form\":{}},\"roots\":{}}"; /* all that this client could declare */
static char declared[4096] = "{}", text[16384], body[1 << 20];
static size_t body_len;

static size_t receive(char *data, size_t size, size_t count, void *unused)
{
    (void)unused;
    if (size * count > sizeof body - body_len)
        return 0; /* too large an answer ends the transfer */
    memcpy(body + body_len, data, size * count);
    body_len += size * count;
    return size * count;
}

static void field(CURL *curl, const char *name, const char **value, size_t *len)
{
    struct curl_header *found;
    if (curl_easy_header(curl, name, 0, CURLH_HEADER, -1, &found) == CURLHE_OK)
        *value = found->value, *len = strlen(found->value);
}

static mcp_error *call(CURL *curl, const char *tool) /* NULL for a result */
{
    mcp_http_response answer = {.struct_size = sizeof answer};
    mcp_error *error = NULL;
    long status = 0;
    snprintf(text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{},\"_meta\":{"
             "\"io.modelcontextprotocol/protocolVersion\":\"" VERSION "\",\"io.modelcontextprotocol/clientCapabilities\":%s}}}", tool, declared);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, text);
    body_len = 0;
    CURLcode sent = curl_easy_perform(curl);
    if (sent != CURLE_OK) { /* no answer: a local condition, which no peer can fake */
        const char *why = curl_easy_strerror(sent);
        mcp_kind kind = sent == CURLE_OPERATION_TIMEDOUT ? MCP_KIND_REQUEST_TIMEOUT_ERROR : sent == CURLE_WRITE_ERROR ?
                        MCP_KIND_RESPONSE_TOO_LARGE_ERROR : sent == CURLE_COULDNT_CONNECT ? MCP_KIND_CONNECTION_ERROR : MCP_KIND_RESPONSE_STREAM_CLOSED_ERROR;
        mcp_error_new(kind, why, strlen(why), &error);
        return error;
    }
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    answer.status = (uint16_t)status, answer.body = body, answer.body_len = body_len;
    field(curl, "content-type", &answer.content_type, &answer.content_type_len);
    field(curl, "www-authenticate", &answer.www_authenticate, &answer.www_authenticate_len);
    field(curl, "retry-after", &answer.retry_after, &answer.retry_after_len);
    mcp_error_from_http(&answer, &error, NULL);
    return error;
}

static mcp_action follow(const mcp_error *error, int attempt)
{
    mcp_advice *advice = NULL;
    uint64_t wait = 1000;
    snprintf(text, sizeof text, "{\"era\":\"modern\",\"method\":\"tools/call\",\"attempt\":%d,\"declared\":%s,\"supported_caps\":%s}", attempt, declared, supported);
    mcp_error_advise(error, text, strlen(text), &advice, NULL);
    mcp_action action = mcp_advice_action(advice);
    mcp_advice_delay_ms(advice, &wait); /* a second, unless the server asked for more */
    mcp_str line = mcp_error_log_line(error), why = mcp_advice_text(advice), more = mcp_advice_declare_json(advice);
    printf("%.*s\n  %.*s\n", (int)line.len, line.ptr, (int)why.len, why.ptr);
    if (action == MCP_ACTION_DECLARE_CAPABILITIES)
        snprintf(declared, sizeof declared, "%.*s", (int)more.len, more.ptr);
    if (action == MCP_ACTION_BACK_OFF)
        sleep(wait < 5000 ? (unsigned)(wait + 999) / 1000 : 5);
    mcp_advice_free(advice);
    return action;
}

int main(int argc, char **argv)
{
    CURL *curl = argc == 3 ? curl_easy_init() : NULL;
    if (!curl)
        return 2;
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");
    headers = curl_slist_append(headers, "Accept: application/json, text/event-stream");
    headers = curl_slist_append(headers, "MCP-Protocol-Version: " VERSION);
    headers = curl_slist_append(headers, "Mcp-Method: tools/call");
    snprintf(text, sizeof text, "Mcp-Name: %s", argv[2]);
    headers = curl_slist_append(headers, text);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_URL, argv[1]);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 10L);

    mcp_error *error = call(curl, argv[2]);
    for (int attempt = 1; error && attempt < 5; attempt++) {
        mcp_action action = follow(error, attempt);
        if (action != MCP_ACTION_DECLARE_CAPABILITIES && action != MCP_ACTION_BACK_OFF && action != MCP_ACTION_REISSUE)
            break;
        mcp_error_free(error);
        error = call(curl, argv[2]);
    }
    if (!error)
        printf("%.*s\n", (int)body_len, body);
    int failed = error != NULL;
    mcp_error_free(error);
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return failed;
}
