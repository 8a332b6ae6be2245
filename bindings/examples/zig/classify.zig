// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
// Build: zig translate-c -lc INCLUDE/mcp_errors.h > mcp_errors.zig
//        zig build-exe classify.zig -lc -lmcp_errors -L LIB; with the static library also -lunwind.
const c = @import("mcp_errors.zig");

extern fn getchar() c_int;
extern fn printf(format: [*:0]const u8, ...) c_int;

// Text of a handle is a pointer and a length, valid until the handle is freed: a slice.
fn text(str: c.mcp_str) []const u8 {
    return str.ptr[0..str.len];
}

fn print(name: [*:0]const u8, value: []const u8) void {
    _ = printf("%s%.*s\n", name, @as(c_int, @intCast(value.len)), value.ptr);
}

pub fn main() u8 {
    var buffer: [65536]u8 = undefined;
    var len: usize = 0;
    while (len < buffer.len) : (len += 1) {
        const byte = getchar();
        if (byte < 0) break;
        buffer[len] = @intCast(byte);
    }
    var failure = c.mcp_failure{ .struct_size = @sizeOf(c.mcp_failure), .parameter = "", .member = "", .problem = "", .offset = 0 };

    var err: ?*c.mcp_error = null;
    var status = c.mcp_error_from_response(&buffer, len, &err);
    if (status == c.MCP_STATUS_NOT_AN_ERROR) {
        print("a result", "");
        return 0;
    }
    if (status != c.MCP_STATUS_OK) return 2;
    defer c.mcp_error_free(err);

    var view: c.mcp_view = undefined; // only its size need be set
    view.struct_size = @sizeOf(c.mcp_view);
    status = c.mcp_error_view(err, &view);
    if (status != c.MCP_STATUS_OK) return 2;
    print("", text(view.log_line));
    _ = printf("era: %s\nlocal: %u\n", c.mcp_era_name(c.mcp_error_era(err, c.MCP_TRANSPORT_STDIO)), view.local);

    const context = "{\"transport\":\"stdio\",\"supported_caps\":{\"roots\":{}}}";
    var advice: ?*c.mcp_advice = null;
    status = c.mcp_error_advise(err, context, context.len, &advice, &failure);
    if (status != c.MCP_STATUS_OK) {
        _ = printf("%s %s\n", failure.parameter, failure.problem);
        return 2;
    }
    defer c.mcp_advice_free(advice);
    _ = printf("advice: %s ", c.mcp_action_name(c.mcp_advice_action(advice)));
    print("", text(c.mcp_advice_declare_json(advice)));
    _ = printf("no name: %s\n", @as([*:0]const u8, if (c.mcp_kind_name(-1) == null) "true" else "false"));
    return 0;
}
