/* What the fuzz targets share: cutting an input into texts, and what must hold of any error. A broken rule aborts. */
#ifndef HARNESS_H
#define HARNESS_H

#include <mcp_errors.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                    \
    do {                                                                                   \
        if (!(condition)) {                                                                \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                       \
        }                                                                                  \
    } while (0)

typedef struct text {
    const char *ptr;
    size_t len;
} text;

/* The next text of an input: up to the byte 0x1E, which no JSON has unescaped; the last one is all the rest. */
static text next_text(text *rest, int last)
{
    const char *end = last || rest->len == 0 ? NULL : memchr(rest->ptr, 0x1E, rest->len);
    text found = {rest->ptr, end ? (size_t)(end - rest->ptr) : rest->len};
    size_t used = found.len + (end ? 1 : 0);
    rest->ptr += used;
    rest->len -= used;
    return found;
}

static unsigned next_byte(text *rest)
{
    unsigned byte = rest->len ? (unsigned char)*rest->ptr : 0;
    if (rest->len) {
        rest->ptr++;
        rest->len--;
    }
    return byte;
}

static uint16_t status_of(unsigned byte)
{
    static const uint16_t common[] = {0, 200, 202, 204, 301, 400, 401, 403, 404, 405, 407, 408, 422, 425, 429, 500, 502, 503};
    return byte < sizeof common / sizeof *common ? common[byte] : (uint16_t)(100 + (byte * 7) % 900);
}

static int same(mcp_str a, mcp_str b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

/* No input may make the library fail of itself. */
static int fine(mcp_status status)
{
    MUST(status != MCP_STATUS_INTERNAL && status != MCP_STATUS_OUT_OF_MEMORY);
    return status == MCP_STATUS_OK;
}

/* Well-formed UTF-8; with plain set also nothing that moves a cursor, ends a line, or turns the direction of text. */
static void must_be_text(mcp_str s, int plain)
{
    const unsigned char *p = (const unsigned char *)s.ptr, *end = p + s.len;
    MUST(s.ptr != NULL);
    while (p < end) {
        unsigned c = *p++, more = c < 0x80 ? 0 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
        MUST(c < 0x80 || (c >= 0xC2 && c <= 0xF4));
        MUST((size_t)(end - p) >= more);
        c = more == 0 ? c : c & (0x3Fu >> more);
        for (unsigned i = 0; i < more; i++) {
            MUST((*p & 0xC0) == 0x80);
            c = c << 6 | (*p++ & 0x3Fu);
        }
        MUST(c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF));
        MUST(more < 2 || c >= (more == 2 ? 0x800u : 0x10000u));
        if (plain) {
            MUST(c >= 0x20 && !(c >= 0x7F && c <= 0x9F));
            MUST(c != 0x61C && !(c >= 0x200B && c <= 0x200F) && !(c >= 0x2028 && c <= 0x202E));
            MUST(!(c >= 0x2060 && c <= 0x206F) && c != 0xFEFF && !(c >= 0xFFF9 && c <= 0xFFFB) && !(c >= 0xE0000 && c <= 0xE007F));
        }
    }
}

static void must_be_line(mcp_str s)
{
    MUST(s.len <= 512);
    must_be_text(s, 1);
}

static void must_be_json(mcp_str s)
{
    size_t offset = 0;
    must_be_text(s, 0);
    MUST(mcp_json_check(s.ptr, s.len, &offset) == MCP_STATUS_OK);
}

/* The verdicts must follow from each other. */
static uint32_t verdicts_of(const mcp_error *e)
{
    uint32_t flags = (mcp_error_is_well_formed(e) ? MCP_FLAG_WELL_FORMED : 0) | (mcp_error_is_modern(e) ? MCP_FLAG_MODERN : 0)
                     | (mcp_error_is_modern_http(e) ? MCP_FLAG_MODERN_HTTP : 0)
                     | (mcp_error_is_modern_for_probe(e) ? MCP_FLAG_MODERN_FOR_PROBE : 0)
                     | (mcp_error_is_protocol_error(e) ? MCP_FLAG_PROTOCOL_ERROR : 0)
                     | (mcp_error_is_era_inconclusive(e) ? MCP_FLAG_ERA_INCONCLUSIVE : 0);
    int64_t code = 0;
    if (flags & MCP_FLAG_MODERN) {
        MUST(flags & MCP_FLAG_WELL_FORMED && flags & MCP_FLAG_PROTOCOL_ERROR && flags & MCP_FLAG_MODERN_FOR_PROBE);
        MUST(mcp_error_code(e, &code) && mcp_code_is_modern(code));
        MUST(mcp_kind_is_a(mcp_error_kind(e), MCP_KIND_SERVER_ERROR));
    }
    MUST(!mcp_error_is_local(e) || !(flags & MCP_FLAG_MODERN));
    /* A result that is not an answer is well formed as an error, and says all the same what is wrong with it. */
    MUST((mcp_error_malformed_reason(e).len == 0) == !!(flags & MCP_FLAG_WELL_FORMED) || mcp_error_kind(e) == MCP_KIND_INVALID_RESULT_ERROR);
    return flags;
}

static void must_be_same_error(const mcp_error *a, const mcp_error *b)
{
    MUST(mcp_error_kind(a) == mcp_error_kind(b));
    MUST(same(mcp_error_view_json(a), mcp_error_view_json(b)));
    MUST(verdicts_of(a) == verdicts_of(b));
}

/* What must hold of any advice. */
static void must_be_advice(const mcp_advice *advice)
{
    mcp_action action = mcp_advice_action(advice);
    uint64_t delay = 0;
    MUST(mcp_advice_era(advice) >= 0 && mcp_reason_name(mcp_advice_reason(advice)) != NULL && mcp_action_name(action) != NULL);
    must_be_json(mcp_advice_json(advice));
    MUST(mcp_advice_text(advice).len > 0);
    must_be_line(mcp_advice_text(advice));
    MUST((action == MCP_ACTION_DECLARE_CAPABILITIES) == (mcp_advice_declare_json(advice).len > 0));
    MUST(!mcp_advice_delay_ms(advice, &delay) || action == MCP_ACTION_BACK_OFF || action == MCP_ACTION_RESUME_STREAM || action == MCP_ACTION_ANSWER_INPUTS);
    MUST((action == MCP_ACTION_GIVE_UP) == (mcp_advice_context_json(advice).len == 0));
    if (action != MCP_ACTION_GIVE_UP)
        must_be_json(mcp_advice_context_json(advice));
    must_be_text(mcp_advice_scopes(advice), 0);
    must_be_text(mcp_advice_last_event_id(advice), 0);
}

/* Follows the advice on one error from context to context: each is accepted again, and only three actions go on for ever. */
static void must_advise(const mcp_error *e, const char *context, size_t len)
{
    mcp_advice *advice = NULL;
    mcp_status status = mcp_error_advise(e, context, len, &advice, NULL);
    MUST(fine(status) == (advice != NULL));
    if (advice == NULL)
        return;
    mcp_advice *again = NULL;
    MUST(mcp_error_advise(e, context, len, &again, NULL) == MCP_STATUS_OK);
    MUST(same(mcp_advice_json(advice), mcp_advice_json(again)));
    mcp_advice_free(again);
    for (int step = 0; step < 80; step++) {
        must_be_advice(advice);
        mcp_str next = mcp_advice_context_json(advice);
        mcp_action action = mcp_advice_action(advice);
        if (action == MCP_ACTION_GIVE_UP)
            break;
        MUST(step < 79 || action == MCP_ACTION_BACK_OFF || action == MCP_ACTION_READ_ON || action == MCP_ACTION_RESUME_STREAM);
        again = NULL;
        MUST(mcp_error_advise(e, next.ptr, next.len, &again, NULL) == MCP_STATUS_OK);
        mcp_advice_free(advice);
        advice = again;
    }
    mcp_advice_free(advice);
}

/* What refuses an argument says which one, and what is wrong; what does not, says nothing. */
static void must_explain(mcp_status status, const mcp_failure *failure)
{
    int refused = status == MCP_STATUS_INVALID_ARGUMENT || status == MCP_STATUS_INVALID_JSON;
    MUST(failure->parameter && failure->member && failure->problem);
    MUST(refused == (failure->parameter[0] != 0) && refused == (failure->problem[0] != 0));
    MUST((status == MCP_STATUS_INVALID_JSON) == (failure->offset != SIZE_MAX));
}

/* Everything that can be read of an error, and what must hold of it. */
static void must_be_sound(const mcp_error *e)
{
    mcp_view view = {.struct_size = sizeof view};
    MUST(mcp_error_view(e, &view) == MCP_STATUS_OK);
    MUST(view.kind == mcp_error_kind(e) && mcp_kind_name(view.kind) != NULL);
    uint32_t verdicts = verdicts_of(e);
    MUST((view.flags & (MCP_FLAG_WELL_FORMED | MCP_FLAG_MODERN | MCP_FLAG_MODERN_HTTP | MCP_FLAG_MODERN_FOR_PROBE
                        | MCP_FLAG_PROTOCOL_ERROR | MCP_FLAG_ERA_INCONCLUSIVE)) == verdicts);
    MUST(same(view.message, mcp_error_message(e)) && same(view.code_text, mcp_error_code_text(e)));
    MUST(same(view.data_json, mcp_error_data_json(e)) && same(view.log_line, mcp_error_log_line(e)));
    MUST(view.http_status == mcp_error_http_status(e));
    must_be_text(view.message, 0);
    must_be_text(view.scope, 0);
    must_be_text(view.description, 0);
    must_be_text(view.retry_after, 0);
    must_be_text(view.challenge_error, 0);
    must_be_text(view.resource_metadata, 0);
    must_be_text(view.location, 0);
    must_be_text(view.last_event_id, 0);
    if (view.id_json.len)
        must_be_json(view.id_json);
    must_be_text(view.supported_suffix, 0);
    must_be_line(view.log_line);
    must_be_line(view.malformed_reason);
    MUST(view.log_line.len > 0);
    must_be_json(view.required_caps_json);
    if (view.flags & MCP_FLAG_HAS_DATA)
        must_be_json(view.data_json);
    else
        MUST(view.data_json.len == 0);
    if (view.requested_json.len)
        must_be_json(view.requested_json);
    MUST(mcp_error_supported_count(e) == view.supported_count);
    for (size_t i = 0; i < view.supported_count; i++)
        must_be_text(mcp_error_supported_at(e, i), 0);
    MUST(mcp_error_supported_at(e, view.supported_count).len == 0);

    /* A view is JSON and reads back as the same error; a second reading is the same memory. */
    mcp_str json = mcp_error_view_json(e);
    must_be_json(json);
    MUST(mcp_error_view_json(e).ptr == json.ptr);
    mcp_error *again = NULL, *clone = mcp_error_clone(e);
    MUST(mcp_error_from_view_json(json.ptr, json.len, &again, NULL) == MCP_STATUS_OK);
    must_be_same_error(e, again);
    must_be_same_error(e, clone);
    mcp_error_free(clone);
    MUST(mcp_error_era(again, MCP_TRANSPORT_HTTP) == mcp_error_era(e, MCP_TRANSPORT_HTTP));
    MUST(mcp_error_era(again, MCP_TRANSPORT_STDIO) == mcp_error_era(e, MCP_TRANSPORT_STDIO));
    mcp_error_free(again);
    mcp_era era = mcp_error_era(e, MCP_TRANSPORT_STDIO);
    MUST(mcp_error_is_modern(e) ? era >= 0 : era == MCP_ERA_LEGACY || era == MCP_ERA_INCONCLUSIVE);
    must_advise(e, "", 0);

    /* What is written out reads as the same kind, code, message and data. */
    char *out = NULL;
    size_t len = 0;
    mcp_status status = mcp_error_to_json(e, MCP_ERA_MODERN, &out, &len, NULL);
    MUST(fine(status) == (out != NULL));
    if (out != NULL) {
        MUST(out[len] == '\0');
        mcp_error *sent = NULL;
        MUST(mcp_error_from_jsonrpc(out, len, mcp_error_http_status(e), &sent, NULL) == MCP_STATUS_OK);
        MUST(same(mcp_error_code_text(sent), mcp_error_code_text(e)) && same(mcp_error_message(sent), mcp_error_message(e)));
        MUST(same(mcp_error_data_json(sent), mcp_error_data_json(e)));
        mcp_error_free(sent);
        mcp_string_free(out);
    }
}

/* A classification must say what the handle says. */
static void must_agree(const mcp_classification *c, const mcp_error *e, text source)
{
    int64_t code = 0;
    MUST(c->kind == mcp_error_kind(e) && c->http_status == mcp_error_http_status(e) && c->reserved == 0);
    MUST((c->flags & 63) == verdicts_of(e));
    MUST(!(c->flags & MCP_FLAG_HAS_DATA) == !mcp_error_has_data(e));
    MUST(!(c->flags & MCP_FLAG_MESSAGE_IS_STRING) == !mcp_error_message_is_string(e));
    MUST(!(c->flags & MCP_FLAG_HAS_CODE) == (mcp_error_code_text(e).len == 0));
    MUST(mcp_error_code(e, &code) == ((c->flags & (MCP_FLAG_HAS_CODE | MCP_FLAG_CODE_OVERFLOW)) == MCP_FLAG_HAS_CODE));
    MUST(c->code == code);
    const mcp_span spans[] = {c->code_text, c->message, c->data, c->required_capabilities, c->supported, c->requested};
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++)
        MUST(spans[i].offset == UINT64_MAX ? spans[i].length == 0
                                           : spans[i].offset <= source.len && spans[i].length <= source.len - spans[i].offset);
    if (c->data.offset != UINT64_MAX && !(c->flags & MCP_FLAG_DATA_NOT_UTF8))
        MUST(same((mcp_str){source.ptr + c->data.offset, c->data.length}, mcp_error_data_json(e)));
    if (c->message.offset != UINT64_MAX) {
        const char *inside = source.ptr + c->message.offset;
        size_t size = mcp_json_string_decode(inside, c->message.length, NULL, 0);
        char *decoded = malloc(size + 1);
        MUST(mcp_json_string_decode(inside, c->message.length, decoded, size) == size);
        MUST(same((mcp_str){decoded, size}, mcp_error_message(e)));
        MUST(c->flags & MCP_FLAG_MESSAGE_NEEDS_DECODING || (size == c->message.length && memcmp(decoded, inside, size) == 0));
        free(decoded);
    }
}

#endif
