# frozen_string_literal: true

# Every way of the Ruby binding into the library, a few times: to be run under valgrind.
require 'mcp_errors'

MISSING = '{"error":{"code":-32021,"message":"m\u0041","data":{"requiredCapabilities":{"roots":{},"extensions":{"a/b":{}}}}}}'
REFUSED = '{"error":{"code":-32022,"message":"v","data":{"supported":["2025-11-25","x"],"requested":"y"}}}'
BODIES = [MISSING, REFUSED, "{\"error\":{\"code\":99999999999999999999,\"message\":[1],\"data\":\"\xFF\"}}", 'no JSON', '', '{"result":1}'].freeze
REQUEST = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":{' \
          '"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}}'
HEADERS = { 'Content-Type' => 'text/event-stream', 'WWW-Authenticate' => 'Bearer error="insufficient_scope", scope="s"',
            'Retry-After' => '3' }.freeze
CAPS = { 'roots' => {}, 'extensions' => { 'a/b' => { 'x' => 1 } } }.freeze

def read(error)
  return unless error

  MCPErrors.log_line(error)
  MCPErrors.malformed_reason(error)
  MCPErrors.data_json(error)
  MCPErrors.era(error, transport: :stdio)
  MCPErrors.advise(error, supported_caps: CAPS, client_versions: ['2025-11-25'], purpose: :probe)
end

def once
  BODIES.each do |body|
    read(MCPErrors.from_response(body))
    read(MCPErrors.from_http(status: 403, headers: HEADERS, body: "data: #{body}\n\n"))
    read(MCPErrors.from_http(status: 200, headers: HEADERS, body: "data: #{body}\n\n"))
  end
  read(MCPClient::Errors::ServerError.from_jsonrpc('code' => -32_022, 'message' => 'm', 'data' => { 'supported' => [1] }))
  read(MCPClient::Errors::RequestTimeoutError.new('late'))
  MCPErrors.missing_capabilities({}, CAPS)
  MCPErrors.declare_capabilities({}, CAPS, CAPS)
  MCPErrors.capabilities_for_input_request('sampling/createMessage', { 'tools' => [] })
  refusal = MCPErrors.check_request(REQUEST, versions: ['2026-07-28'], required: CAPS)
  read(refusal)
  MCPErrors.response_json(refusal, request: REQUEST)
  MCPErrors.check_request('{', versions: [], headers: { 'mcp-method' => 'x' })
end

ENV.fetch('ROUNDS', '5').to_i.times { once }
puts 'done'
