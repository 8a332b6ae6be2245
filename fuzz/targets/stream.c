/* A stream that is still open, cut into pieces: two bytes choose the size of the pieces and the limit, then the stream. */
#include "harness.h"

enum { MOST = 64 };
typedef struct messages {
    size_t count, too_large;
    char *texts[MOST];
    size_t sizes[MOST];
} messages;

static mcp_sse_reader *read_stream(text stream, size_t piece, size_t limit, messages *found)
{
    mcp_sse_reader *reader = NULL;
    MUST(mcp_sse_reader_new(limit, &reader) == MCP_STATUS_OK);
    while (1) {
        size_t now = stream.len < piece ? stream.len : piece;
        mcp_str data = {NULL, 0};
        bool has = false, too_large = false;
        MUST(mcp_sse_reader_push(reader, stream.ptr, now) == MCP_STATUS_OK);
        stream.ptr += now;
        stream.len -= now;
        if (stream.len == 0)
            MUST(mcp_sse_reader_finish(reader) == MCP_STATUS_OK);
        while (mcp_sse_reader_next(reader, &data, &has, &too_large) == MCP_STATUS_OK && has) {
            must_be_text(data, 0);
            found->too_large += too_large;
            MUST(too_large || data.len > 0);
            if (!too_large && found->count < MOST) {
                found->texts[found->count] = memcpy(malloc(data.len), data.ptr, data.len);
                found->sizes[found->count++] = data.len;
            }
        }
        if (stream.len == 0)
            return reader;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text stream = {(const char *)data, size};
    size_t piece = next_byte(&stream) % 32 + 1, limit = next_byte(&stream) * 4;
    messages whole = {0}, cut = {0};
    mcp_sse_reader *first = read_stream(stream, stream.len + 1, limit, &whole), *second = read_stream(stream, piece, limit, &cut);
    MUST(whole.count == cut.count && whole.too_large == cut.too_large);
    MUST(same(mcp_sse_reader_last_event_id(first), mcp_sse_reader_last_event_id(second)));
    uint64_t a = 0, b = 0;
    MUST(mcp_sse_reader_retry_ms(first, &a) == mcp_sse_reader_retry_ms(second, &b) && a == b);
    /* The last response among them is the one that a whole body has. */
    char *response = NULL;
    size_t len = 0, last = MOST;
    MUST(fine(mcp_sse_response(stream.ptr, stream.len, &response, &len)));
    for (size_t i = 0; i < whole.count; i++) {
        MUST(whole.sizes[i] == cut.sizes[i] && memcmp(whole.texts[i], cut.texts[i], cut.sizes[i]) == 0);
        mcp_message_type type = mcp_message_type_of(whole.texts[i], whole.sizes[i], NULL);
        if (type == MCP_MESSAGE_ERROR || type == MCP_MESSAGE_RESULT)
            last = i;
    }
    if (whole.count < MOST && whole.too_large == 0) {
        MUST((response != NULL) == (last < MOST));
        MUST(response == NULL || same((mcp_str){response, len}, (mcp_str){whole.texts[last], whole.sizes[last]}));
    }
    mcp_string_free(response);
    for (size_t i = 0; i < whole.count; i++) {
        free(whole.texts[i]);
        free(cut.texts[i]);
    }
    mcp_sse_reader_free(first);
    mcp_sse_reader_free(second);
    return 0;
}
