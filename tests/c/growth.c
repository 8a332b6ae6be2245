/* A host that was compiled before the structs grew: each has exactly the size that it knows, nothing but its size is initialized, and
   it runs under memcheck, with a library whose structs are longer. See steps/growth.sh. */
#include "check.h"

static const char missing[] = "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}}}}}";

/* A struct of its exact size on the heap, where a byte more is an error to memcheck. */
static void *sized(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        exit(2);
    memcpy(memory, &size, sizeof size);
    return memory;
}

static void http_response_and_view(void)
{
    mcp_http_response *r = sized(sizeof *r);
    mcp_view *v = sized(sizeof *v);
    mcp_error *e = NULL;
    r->status = 400;
    r->content_type = r->www_authenticate = r->retry_after = r->location = r->context_json = NULL;
    r->content_type_len = r->www_authenticate_len = r->retry_after_len = r->location_len = r->context_len = r->max_error_body = 0;
    r->body = missing, r->body_len = sizeof missing - 1;
    EQUAL(mcp_error_from_http(r, &e, NULL), OK);
    EQUAL(mcp_error_view(e, v), OK);
    EQUAL(v->struct_size, sizeof *v);
    EQUAL(v->code, -32021);
    EQUAL(v->http_status, 400);
    EQUAL(v->reserved, 0);
    TEXT(v->required_caps_json, "{\"roots\":{}}");
    TEXT(v->id_json, "7");
    CHECK(v->log_line.len > 0);
    mcp_error_free(e);
    free(v);
    free(r);
}

static void classification(void)
{
    for (int whole = 0; whole < 2; whole++) {
        mcp_classification *c = sized(sizeof *c);
        EQUAL(whole ? mcp_classify_response(LIT(missing), 400, c) : mcp_classify(LIT("{\"code\":-32021,\"message\":\"m\"}"), 0, c), OK);
        EQUAL(c->struct_size, sizeof *c);
        EQUAL(c->code, -32021);
        EQUAL(c->message_type, whole ? MCP_MESSAGE_ERROR : MCP_MESSAGE_NONE);
        EQUAL(c->id.length, whole ? 1 : 0);
        EQUAL(c->reserved + c->reserved2, 0);
        free(c);
    }
}

static void request(void)
{
    mcp_request *r = sized(sizeof *r);
    EQUAL(mcp_request_read(LIT("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{}}}"), r), OK);
    EQUAL(r->struct_size, sizeof *r);
    EQUAL(r->message_type, MCP_MESSAGE_REQUEST);
    EQUAL(r->arguments.length, 2);
    free(r);
}

static void failure(void)
{
    mcp_error *e = NULL;
    for (int wrong = 0; wrong < 2; wrong++) {
        mcp_failure *f = sized(sizeof *f);
        EQUAL(mcp_error_from_jsonrpc(LIT("{}"), wrong ? 99 : 0, &e, f), wrong ? BAD_ARGUMENT : OK);
        EQUAL(f->struct_size, sizeof *f);
        CHECK(strcmp(f->parameter, wrong ? "http_status" : "") == 0 && f->member[0] == 0 && (f->problem[0] != 0) == wrong);
        CHECK(f->offset == SIZE_MAX);
        mcp_error_free(e);
        free(f);
    }
}

int main(void)
{
    RUN(http_response_and_view);
    RUN(classification);
    RUN(request);
    RUN(failure);
    return check_end("growth");
}
