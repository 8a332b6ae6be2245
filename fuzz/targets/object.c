/* Objects made member by member: name, text and JSON by turns. And strings, encoded and decoded. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    text rest = {(const char *)data, size};
    char *object = NULL, name[64];
    size_t len = 0;
    for (int turn = 0; turn < 12 && rest.len > 0; turn++) {
        unsigned how = next_byte(&rest) % 4;
        text named = next_text(&rest, 0), value = next_text(&rest, 0);
        size_t kept = named.len < sizeof name - 1 ? named.len : sizeof name - 1;
        if (kept)
            memcpy(name, named.ptr, kept);
        name[kept] = 0;
        char *before = object;
        size_t before_len = len;
        mcp_failure failure = {.struct_size = sizeof failure};
        mcp_status status = how == 0 ? mcp_json_set(&object, how ? &len : NULL, name, NULL, 0, 0, &failure)
                                     : mcp_json_set(&object, &len, name, value.ptr ? value.ptr : "", value.len, how == 1, &failure);
        must_explain(status, &failure);
        if (how == 0 && object)
            len = strlen(object);
        if (!fine(status)) {
            MUST(object == before && len == before_len);
            continue;
        }
        MUST(object != NULL && strlen(object) == len && object[0] == '{');
        must_be_json((mcp_str){object, len});
    }
    mcp_string_free(object);

    const char *plain = (const char *)data;
    size_t need = mcp_json_string_encode(plain, size, NULL, 0);
    char *out = malloc(need + 1), *back;
    out[need] = '#';
    MUST(mcp_json_string_encode(plain, size, out, need) == need && out[need] == '#');
    must_be_json((mcp_str){out, need});
    must_be_text((mcp_str){out, need}, 0);
    size_t decoded = mcp_json_string_decode(out + 1, need - 2, NULL, 0);
    back = malloc(decoded + 1);
    mcp_json_string_decode(out + 1, need - 2, back, decoded);
    must_be_text((mcp_str){back, decoded}, 0);
    /* Ill-formed UTF-8 is replaced; what has none comes back as it was. */
    MUST(memchr(back, 0xEF, decoded) || (decoded == size && memcmp(back, plain, size) == 0));
    free(back);
    free(out);
    return 0;
}
