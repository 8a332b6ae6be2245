// Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next. Zig 0.13.
// Build: zig build-exe classify.zig -lc -lmcp_errors -I INCLUDE -L LIB; with the static library also -lunwind.
const std = @import("std");
const c = @cImport(@cInclude("mcp_errors.h"));

// Text of a handle is a pointer and a length, valid until the handle is freed: a slice.
fn text(str: c.mcp_str) []const u8 {
    return str.ptr[0..str.len];
}

pub fn main() !u8 {
    const out = std.io.getStdOut().writer();
    var buffer: [65536]u8 = undefined;
    const response = buffer[0..try std.io.getStdIn().readAll(&buffer)];
    var failure = c.mcp_failure{ .struct_size = @sizeOf(c.mcp_failure), .parameter = "", .member = "", .problem = "", .offset = 0 };

    var err: ?*c.mcp_error = null;
    var status = c.mcp_error_from_response(response.ptr, response.len, &err);
    if (status == c.MCP_STATUS_NOT_AN_ERROR) {
        try out.print("a result\n", .{});
        return 0;
    }
    if (status != c.MCP_STATUS_OK) {
        try out.print("{s}\n", .{c.mcp_status_text(status)});
        return 2;
    }
    defer c.mcp_error_free(err);

    var view: c.mcp_view = undefined; // only its size need be set
    view.struct_size = @sizeOf(c.mcp_view);
    status = c.mcp_error_view(err, &view);
    if (status != c.MCP_STATUS_OK) return 2;
    try out.print("{s}\n", .{text(view.log_line)});
    try out.print("era: {s}\n", .{c.mcp_era_name(c.mcp_error_era(err, c.MCP_TRANSPORT_STDIO))});
    try out.print("local: {d}\n", .{view.local});

    const context = "{\"transport\":\"stdio\",\"supported_caps\":{\"roots\":{}}}";
    var advice: ?*c.mcp_advice = null;
    status = c.mcp_error_advise(err, context, context.len, &advice, &failure);
    if (status != c.MCP_STATUS_OK) {
        try out.print("{s} {s}\n", .{ failure.parameter, failure.problem });
        return 2;
    }
    defer c.mcp_advice_free(advice);
    try out.print("advice: {s} {s}\n", .{ c.mcp_action_name(c.mcp_advice_action(advice)), text(c.mcp_advice_declare_json(advice)) });
    try out.print("no name: {}\n", .{c.mcp_kind_name(-1) == null});
    return 0;
}
