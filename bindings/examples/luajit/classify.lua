-- Reads one JSON-RPC response from standard input and prints what kind of error it is and what to do next.
-- Usage: luajit classify.lua mcp_errors.cdef libmcp_errors.so.1 <response
local ffi = require("ffi")
ffi.cdef(assert(io.open(arg[1])):read("*a")) -- LuaJIT does not preprocess, so it takes the declarations alone
local mcp = ffi.load(arg[2])

-- Text of a handle is a pointer and a length, valid until the handle is freed: copy it at once.
local function text(str) return ffi.string(str.ptr, str.len) end

local function check(status, failure)
  if status ~= mcp.MCP_STATUS_OK then
    error(ffi.string(mcp.mcp_status_text(status)) .. " " .. ffi.string(failure.parameter) .. " " .. ffi.string(failure.problem))
  end
end

local response = io.read("*a")
local out = ffi.new("mcp_error *[1]")
local status = mcp.mcp_error_from_response(response, #response, out)
if status == mcp.MCP_STATUS_NOT_AN_ERROR then
  print("a result")
  os.exit(0)
end
local failure = ffi.new("mcp_failure", {struct_size = ffi.sizeof("mcp_failure"), parameter = "", problem = ""})
check(status, failure)
local err = ffi.gc(out[0], mcp.mcp_error_free) -- freed with the Lua object

print(text(mcp.mcp_error_log_line(err)))
print("era: " .. ffi.string(mcp.mcp_era_name(mcp.mcp_error_era(err, mcp.MCP_TRANSPORT_STDIO))))
local view = ffi.new("mcp_view", {struct_size = ffi.sizeof("mcp_view")})
check(mcp.mcp_error_view(err, view), failure)
print("local: " .. view["local"]) -- `local` is a keyword of Lua

local context = '{"transport":"stdio","supported_caps":{"roots":{}}}'
local advised = ffi.new("mcp_advice *[1]")
check(mcp.mcp_error_advise(err, context, #context, advised, failure), failure)
local advice = ffi.gc(advised[0], mcp.mcp_advice_free)
print("advice: " .. ffi.string(mcp.mcp_action_name(mcp.mcp_advice_action(advice))) .. " " .. text(mcp.mcp_advice_declare_json(advice)))
local name = mcp.mcp_kind_name(-1) -- NULL compares equal to nil
print("no name: " .. tostring(name == nil))
