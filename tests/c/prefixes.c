/* Every prefix of every input of the vectors, to every function that takes such input: nothing crashes, nothing reads beyond the end
   (a page without access lies right after each prefix), and the handle and the classification agree.

   Usage: prefixes FILE [STEP]: the records that inputs.py wrote; of them each STEP-th. */
#define _GNU_SOURCE
#include "check.h"

#include <sys/mman.h>
#include <unistd.h>

static const mcp_error *missing; /* an error to advise on */
static size_t inputs, prefixes, errors_read;

/* Bytes that end where the accessible memory ends. */
static char *page_end;
static size_t page_room;

static void make_room(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = 64 * page;
    char *pages = mmap(NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + size, page, PROT_NONE) != 0)
        exit(2);
    page_end = pages + size;
    page_room = size;
}

static void read_all(mcp_error *e)
{
    if (e == NULL)
        return;
    mcp_view v;
    char *text = NULL;
    mcp_advice *a = NULL;
    mcp_error *again = NULL;
    mcp_str view = mcp_error_view_json(e);
    v.struct_size = sizeof v;
    errors_read++;
    CHECK(mcp_error_view(e, &v) == OK && v.log_line.len <= 512 && v.log_line.len > 0);
    CHECK(mcp_json_check(view.ptr, view.len, NULL) == OK);
    CHECK(mcp_error_from_view_json(view.ptr, view.len, &again, NULL) == OK);
    CHECK(mcp_error_kind(again) == v.kind && mcp_error_message(again).len == v.message.len);
    mcp_error_free(again);
    for (size_t i = 0; i < v.supported_count; i++)
        CHECK(mcp_error_supported_at(e, i).ptr != NULL);
    CHECK(mcp_error_advise(e, LIT("{\"client_versions\":[\"2026-07-28\",\"2025-11-25\"],\"supported_caps\":{\"roots\":{}}}"), &a, NULL) == OK);
    CHECK(mcp_advice_action(a) >= 0 && mcp_advice_reason(a) >= 0 && mcp_advice_text(a).len > 0);
    mcp_advice_free(a);
    CHECK(mcp_error_era(e, MCP_TRANSPORT_STDIO) >= 0 && mcp_error_era(e, MCP_TRANSPORT_HTTP) >= 0);
    if (mcp_error_to_json(e, MCP_ERA_MODERN, &text, NULL, NULL) == OK)
        CHECK(mcp_json_check(text, strlen(text), NULL) == OK);
    mcp_string_free(text);
    mcp_error_free(e);
}

static void agree(const mcp_classification *c, mcp_status status, const mcp_error *e)
{
    CHECK((status == MCP_STATUS_NOT_AN_ERROR) == !!(c->flags & MCP_FLAG_NOT_AN_ERROR));
    CHECK(c->kind == mcp_error_kind(e) && !!(c->flags & MCP_FLAG_MODERN) == mcp_error_is_modern(e));
    CHECK(!!(c->flags & MCP_FLAG_HAS_DATA) == mcp_error_has_data(e));
}

static void error_member(const char *json, size_t len, uint16_t status)
{
    mcp_error *e = NULL;
    mcp_classification c = {0};
    size_t offset = len + 1;
    c.struct_size = sizeof c;
    mcp_status made = mcp_error_from_jsonrpc(json, len, status, &e, NULL);
    CHECK(mcp_classify(json, len, status, &c) == made && (made == OK || made == BAD_JSON));
    CHECK(mcp_json_check(json, len, &offset) == made);
    if (made == OK)
        agree(&c, made, e);
    else
        CHECK(e == NULL && offset <= len);
    read_all(e);
}

static int begins_like_events(const char *text, size_t len)
{
    static const char *const fields[] = {":", "data:", "event:", "id:", "retry:"};
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3, len -= 3;
    while (len > 0 && (*text == '\n' || *text == '\r'))
        text++, len--;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (len >= strlen(fields[i]) && memcmp(text, fields[i], strlen(fields[i])) == 0)
            return 1;
    return 0;
}

static void response(const char *json, size_t len, uint16_t status)
{
    mcp_error *e = NULL;
    mcp_classification c = {0};
    mcp_http_response r = {0};
    char *text = NULL;
    size_t text_len = 0;
    c.struct_size = sizeof c;
    mcp_status made = mcp_error_from_response(json, len, &e);
    CHECK(made == OK || made == MCP_STATUS_NOT_AN_ERROR);
    CHECK(mcp_classify_response(json, len, 0, &c) == OK);
    agree(&c, made, e);
    read_all(e);
    CHECK(mcp_sse_response(json, len, &text, &text_len) == OK);
    mcp_string_free(text);
    r.struct_size = sizeof r;
    r.status = status ? status : 200;
    r.content_type = "text/event-stream";
    r.content_type_len = 17;
    r.body = json;
    r.body_len = len;
    made = mcp_error_from_http(&r, &e, NULL);
    CHECK(made == OK || made == MCP_STATUS_NOT_AN_ERROR);
    read_all(e);
    r.content_type = NULL;
    r.content_type_len = 0;
    r.www_authenticate = r.retry_after = json; /* header bytes of any kind */
    r.www_authenticate_len = r.retry_after_len = len;
    made = mcp_error_from_http(&r, &e, NULL);
    CHECK(mcp_classify_response(json, len, r.status, &c) == OK);
    /* Classification reads no header and no event stream, which HTTP recognizes by how it begins. */
    if (r.status != 403 && r.status != 401 && r.status != 407 && !begins_like_events(json, len))
        agree(&c, made, e);
    read_all(e);
}

#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

static void other(char letter, const char *json, size_t len)
{
    mcp_error *e = NULL;
    mcp_advice *a = NULL;
    mcp_span id;
    mcp_request request;
    char *text = NULL;
    request.struct_size = sizeof request;
    mcp_message_type_of(json, len, &id);
    mcp_json_string_encode(json, len, NULL, 0);
    mcp_json_string_decode(json, len, NULL, 0);
    switch (letter) {
    case 'Q':
        CHECK(mcp_request_check(json, len, LIT("{\"versions\":[\"2026-07-28\"],\"methods\":null,\"required\":{},\"headers\":null}"), &e, NULL) == OK);
        read_all(e);
        CHECK(mcp_request_read(json, len, &request) == mcp_json_check(json, len, NULL));
        mcp_request_headers(json, len, NULL, 0, &text, NULL, NULL);
        mcp_string_free(text);
        mcp_request_headers(LIT("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"," META "}}"), json, len, &text, NULL, NULL);
        mcp_string_free(text);
        break;
    case 'S':
        mcp_request_check(LIT("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\"}"), json, len, &e, NULL);
        read_all(e);
        break;
    case 'A':
        mcp_error_advise(missing, json, len, &a, NULL);
        mcp_advice_free(a);
        mcp_error_from_answer(LIT("{\"result\":{}}"), json, len, &e, NULL);
        read_all(e);
        e = NULL;
        mcp_error_from_answer(json, len, NULL, 0, &e, NULL);
        read_all(e);
        a = NULL;
        mcp_negotiate(json, len, LIT("{\"purpose\":\"probe\"}"), &a, NULL);
        mcp_advice_free(a);
        mcp_negotiate(LIT("{\"result\":{}}"), json, len, &a, NULL);
        mcp_advice_free(a);
        break;
    default:
        mcp_caps_missing(json, len, json, len, &text, NULL, NULL);
        mcp_string_free(text);
        mcp_caps_declare(json, len, LIT("{\"elicitation\":{},\"extensions\":{\"a\":{}}}"), json, len, &text, NULL, NULL);
        mcp_string_free(text);
        mcp_caps_for_input_request(LIT("elicitation/create"), json, len, &text, NULL, NULL);
        mcp_string_free(text);
        mcp_error_new_missing_capability(json, len, NULL, 0, &e, NULL);
        read_all(e);
        e = NULL;
        mcp_error_new_unsupported_version(LIT("a"), json, len, NULL, 0, &e, NULL);
        read_all(e);
        CHECK(!mcp_caps_is_well_formed(json, len) || len == 0 || mcp_json_check(json, len, NULL) == OK);
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    unsigned long step = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    unsigned char head[7];
    if (file == NULL || step == 0)
        return 2;
    make_room();
    missing = error_of("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}", 400);
    for (unsigned long number = 0; fread(head, 1, sizeof head, file) == sizeof head; number++) {
        uint16_t status = (uint16_t)(head[1] | head[2] << 8);
        size_t len = head[3] | (size_t)head[4] << 8 | (size_t)head[5] << 16 | (size_t)head[6] << 24;
        char *whole = malloc(len + 1);
        if (whole == NULL || len > page_room || fread(whole, 1, len, file) != len)
            return 2;
        for (size_t n = 0; number % step == 0 && n <= len; n++) {
            char *prefix = page_end - n;
            memcpy(prefix, whole, n);
            prefixes++;
            if (head[0] == 'E')
                error_member(prefix, n, status);
            else if (head[0] == 'R')
                response(prefix, n, status);
            else
                other((char)head[0], prefix, n);
        }
        inputs++;
        free(whole);
    }
    fclose(file);
    mcp_error_free((mcp_error *)missing);
    CHECK(inputs > 2000 && errors_read > 0); /* the file was really read */
    printf("prefixes: %zu inputs, %zu prefixes, %zu errors read\n", inputs, prefixes, errors_read);
    return check_end("prefixes");
}
