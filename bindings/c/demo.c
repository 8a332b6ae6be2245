/* What `make demo` shows in C: what the library says of real servers' answers, and a refused request that is mended.

   Usage: demo tests/wire/demo.tsv */
#include "mcp_errors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A mcp_str in printf: "%.*s", STR(text). */
#define STR(text) (int)(text).len, (text).ptr

static void stop(const char *what, mcp_status status)
{
    fprintf(stderr, "%s: %s\n", what, mcp_status_text(status));
    exit(1);
}

/* ---- The table ---- */

enum { SERVER, TRANSPORT, STATUS, CONTENT_TYPE, WWW_AUTHENTICATE, RETRY_AFTER, BODY, FIELDS };

typedef struct field {
    char *text;
    size_t len;
} field;

static int hex(char digit)
{
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

/* Undoes the escapes of one field in place: \t \n \r \\ \xHH. */
static field unescape(char *text)
{
    field f = {text, 0};
    for (; *text; text++) {
        char c = *text;
        if (c == '\\' && text[1]) {
            c = *++text;
            if (c == 'x' && text[1] && text[2]) {
                c = (char)(hex(text[1]) * 16 + hex(text[2]));
                text += 2;
            } else {
                c = c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
            }
        }
        f.text[f.len++] = c;
    }
    return f;
}

/* Splits a line of demo.tsv (see tests/wire/select.py) in place. */
static int split(char *line, field *fields)
{
    int count = 0;
    line[strcspn(line, "\n")] = 0;
    while (line && count < FIELDS) {
        char *tab = strchr(line, '\t');
        if (tab)
            *tab++ = 0;
        fields[count++] = unescape(line);
        line = tab;
    }
    return count == FIELDS;
}

static mcp_error *read_answer(const field *f)
{
    mcp_error *error = NULL;
    mcp_status status;
    if (strcmp(f[TRANSPORT].text, "http") == 0) {
        mcp_http_response answer = {0};
        answer.struct_size = sizeof answer;
        answer.status = (uint16_t)atoi(f[STATUS].text);
        answer.content_type = f[CONTENT_TYPE].text, answer.content_type_len = f[CONTENT_TYPE].len;
        answer.www_authenticate = f[WWW_AUTHENTICATE].text, answer.www_authenticate_len = f[WWW_AUTHENTICATE].len;
        answer.retry_after = f[RETRY_AFTER].text, answer.retry_after_len = f[RETRY_AFTER].len;
        answer.body = f[BODY].text, answer.body_len = f[BODY].len;
        status = mcp_error_from_http(&answer, &error, NULL);
    } else {
        status = mcp_error_from_response(f[BODY].text, f[BODY].len, &error);
    }
    if (status != MCP_STATUS_OK)
        stop(f[SERVER].text, status);
    return error;
}

/* What to do if the answer came to a probe, from a client that speaks both eras and can ask the person and the model. */
static mcp_advice *advise_probe(const mcp_error *error, const char *transport)
{
    char context[512];
    mcp_advice *advice = NULL;
    snprintf(context, sizeof context,
             "{\"purpose\":\"probe\",\"transport\":\"%s\",\"client_versions\":[\"2026-07-28\",\"2025-11-25\"],"
             "\"supported_caps\":{\"elicitation\":{\"form\":{}},\"sampling\":{},\"roots\":{}}}", transport);
    mcp_status status = mcp_error_advise(error, context, strlen(context), &advice, NULL);
    if (status != MCP_STATUS_OK)
        stop("advice", status);
    return advice;
}

static void print_answer(const field *f)
{
    mcp_error *error = read_answer(f);
    mcp_advice *advice = advise_probe(error, f[TRANSPORT].text);
    mcp_view view;
    view.struct_size = sizeof view;
    mcp_status status = mcp_error_view(error, &view);
    if (status != MCP_STATUS_OK)
        stop("view", status);
    printf("%-46.46s %-5s %6s  %-36s %6.*s  %-6s  %s\n", f[SERVER].text, f[TRANSPORT].text, f[STATUS].len ? f[STATUS].text : "-",
           mcp_kind_name(view.kind), view.code_text.len ? (int)view.code_text.len : 1, view.code_text.len ? view.code_text.ptr : "-",
           view.flags & MCP_FLAG_MODERN ? "yes" : "no", view.flags & MCP_FLAG_WELL_FORMED ? "yes" : "no");
    printf("    %-23s  %-25s  %s\n", mcp_era_name(mcp_advice_era(advice)), mcp_action_name(mcp_advice_action(advice)),
           mcp_reason_name(mcp_advice_reason(advice)));
    printf("    %.*s\n", STR(view.log_line));
    mcp_advice_free(advice);
    mcp_error_free(error);
}

static int print_table(const char *path)
{
    static char line[65536];
    FILE *file = fopen(path, "r");
    int answers = 0;
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    printf("%-46s %-5s %6s  %-36s %6s  %-6s  %s\n", "server", "over", "status", "kind", "code", "modern", "well formed");
    printf("    %-23s  %-25s  %s\n    %s\n", "era (as a probe's answer)", "action", "reason", "log line");
    printf("--------------------------------------------------------------------------------------------------------------------------\n");
    while (fgets(line, sizeof line, file)) {
        field fields[FIELDS];
        if (!split(line, fields)) {
            fprintf(stderr, "%s: line %d has too few fields\n", path, answers + 1);
            exit(1);
        }
        print_answer(fields);
        answers++;
    }
    fclose(file);
    return answers;
}

/* ---- The story ---- */

static const char server[] = "{\"versions\":[\"2026-07-28\"],\"methods\":[\"tools/call\"],\"headers\":null,"
                             "\"required\":{\"elicitation\":{\"url\":{}}}}";

/* The server's side: what it answers to a request from a client that declares these capabilities; NULL when it goes ahead. */
static char *serve(const char *declared, size_t declared_len)
{
    char request[1024], *answer = NULL;
    mcp_error *refusal = NULL;
    mcp_request parts;
    int len = snprintf(request, sizeof request,
                       "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"tools/call\",\"params\":{\"name\":\"link_account\",\"_meta\":{"
                       "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":%.*s}}}",
                       (int)declared_len, declared);
    mcp_status status = mcp_request_check(request, (size_t)len, server, sizeof server - 1, &refusal, NULL);
    if (status == MCP_STATUS_OK && refusal != NULL) {
        parts.struct_size = sizeof parts;
        status = mcp_request_read(request, (size_t)len, &parts);
        if (status == MCP_STATUS_OK)
            status = mcp_error_to_response_json(refusal, MCP_ERA_MODERN, request + parts.id.offset, (size_t)parts.id.length, &answer, NULL, NULL);
        printf("  The server answers with HTTP status %d:\n      %s\n", mcp_error_http_status(refusal), answer ? answer : "");
        mcp_error_free(refusal);
    }
    if (status != MCP_STATUS_OK)
        stop("the server", status);
    return answer;
}

static void tell_story(void)
{
    static const char context[] = "{\"transport\":\"http\",\"era\":\"modern\",\"method\":\"tools/call\",\"declared\":{\"roots\":{}},"
                                  "\"supported_caps\":{\"roots\":{},\"elicitation\":{\"form\":{},\"url\":{}}}}";
    mcp_error *error = NULL;
    mcp_advice *advice = NULL;

    printf("A client calls the tool link_account and declares {\"roots\":{}}. The tool needs the person to open a link.\n");
    char *answer = serve("{\"roots\":{}}", 12);
    mcp_status status = answer ? mcp_error_from_response(answer, strlen(answer), &error) : MCP_STATUS_INTERNAL;
    if (status != MCP_STATUS_OK)
        stop("the client", status);
    printf("  The client reads a %s that needs\n      %.*s\n", mcp_kind_name(mcp_error_kind(error)), STR(mcp_error_required_caps_json(error)));

    status = mcp_error_advise(error, context, sizeof context - 1, &advice, NULL);
    if (status != MCP_STATUS_OK)
        stop("the advice", status);
    printf("  The advice is %s, because of %s:\n      %.*s\n", mcp_action_name(mcp_advice_action(advice)),
           mcp_reason_name(mcp_advice_reason(advice)), STR(mcp_advice_text(advice)));
    mcp_str declare = mcp_advice_declare_json(advice);
    printf("  So the client asks once more and declares\n      %.*s\n", STR(declare));

    char *second = serve(declare.ptr, declare.len);
    printf("%s\n", second ? "  The request is refused again." : "  The check passes: the server does the work.");
    int refused = second != NULL;
    mcp_string_free(second);
    mcp_advice_free(advice);
    mcp_error_free(error);
    mcp_string_free(answer);
    if (refused)
        exit(1);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: demo tests/wire/demo.tsv\n");
        return 2;
    }
    printf("mcp-errors %s: what real MCP servers answered, and what the library makes of it\n\n", mcp_errors_version());
    int answers = print_table(argv[1]);
    printf("\n%d answers.\n\nA request that is refused, and mended\n\n", answers);
    tell_story();
    return 0;
}
