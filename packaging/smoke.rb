# frozen_string_literal: true

# Shows that an installed mcp_errors works: parses a response, and gives advice.
require 'mcp_errors'

text = '{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}'
error = MCPErrors.from_response(text)
abort "code #{error.code}" unless error.code == -32_021
action = MCPErrors.advise(error, supported_caps: { roots: {} }).action
abort "action #{action}" unless action == :declare_capabilities
puts "loaded #{MCPErrors::Native::PATH}"
