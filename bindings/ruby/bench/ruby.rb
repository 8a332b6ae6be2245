# frozen_string_literal: true

# Compares the binding with the same rules in plain Ruby. Both sides take turns in one run; CPU time, medians.
# Usage: ruby bench/ruby.rb [ROUNDS] [CALLS]
require 'json'
require_relative '../lib/mcp_errors'
require_relative 'plain_rules'

ROUNDS = Integer(ARGV.fetch(0, 40))
CALLS = Integer(ARGV.fetch(1, 5000))

MEMBERS = {
  '-32021' => { 'code' => -32_021, 'message' => 'Missing required client capability',
                'data' => { 'requiredCapabilities' => { 'elicitation' => { 'url' => {} } } } },
  '-32022' => { 'code' => -32_022, 'message' => 'Unsupported protocol version',
                'data' => { 'supported' => %w[2026-07-28 2025-11-25], 'requested' => '1900-01-01' } },
  '-32601' => { 'code' => -32_601, 'message' => 'Method not found' },
  '-32603' => { 'code' => -32_603, 'message' => 'Internal error' }
}.freeze

# The header fields of a response, as Faraday has them.
HEADERS = { 'server' => 'nginx', 'date' => 'Mon, 01 Dec 2026 00:00:00 GMT', 'content-type' => 'application/json', 'content-length' => '150',
            'connection' => 'keep-alive', 'cache-control' => 'no-store', 'x-request-id' => 'abc', 'vary' => 'Origin',
            'strict-transport-security' => 'max-age=1', 'x-content-type-options' => 'nosniff', 'mcp-session-id' => 'x',
            'retry-after' => '2' }.freeze

# CPU nanoseconds of one call.
def cost(calls, text, member)
  GC.start
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
  index = 0
  while index < calls
    yield text, member
    index += 1
  end
  (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - start).fdiv(calls)
end

def median(numbers)
  sorted = numbers.sort
  (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2.0
end

def compare(name, text, member, ours, theirs)
  raise "#{name}: the sides disagree" unless ours.call(text, member) == theirs.call(text, member)

  pairs = Array.new(ROUNDS + 2) { [cost(CALLS, text, member, &ours), cost(CALLS, text, member, &theirs)] }.drop(2)
  mine = median(pairs.map(&:first))
  other = median(pairs.map(&:last))
  puts format('%<name>s | %<mine>.0f | %<other>.0f | %<ratio>.2f', name: name, mine: mine, other: other, ratio: other / mine)
end

# What is measured: the two sides, each given the text of a response and the parsed member error.
COMPARISONS = {
  'text to typed error and modern_protocol_error?' => [
    ->(text, _) { MCPErrors.from_response(text).modern_protocol_error? },
    ->(text, _) { PlainRules::ServerError.from_jsonrpc(JSON.parse(text)['error']).modern_protocol_error? }
  ],
  'the same, and data read' => [
    ->(text, _) { MCPErrors.from_response(text).then { |error| [error.modern_protocol_error?, error.data] } },
    lambda { |text, _|
      PlainRules::ServerError.from_jsonrpc(JSON.parse(text)['error']).then do |error|
        [error.modern_protocol_error?, error.data]
      end
    }
  ],
  'from_http with 12 headers' => [
    ->(text, _) { MCPErrors.from_http(status: 400, headers: HEADERS, body: text).modern_protocol_error? },
    ->(text, _) { PlainRules::ServerError.from_http(400, HEADERS, text).modern_protocol_error? }
  ],
  'from_jsonrpc(hash)' => [
    ->(_, member) { MCPClient::Errors::ServerError.from_jsonrpc(member).code },
    ->(_, member) { PlainRules::ServerError.from_jsonrpc(member).code }
  ],
  'from_jsonrpc(hash) and modern_protocol_error?' => [
    ->(_, member) { MCPClient::Errors::ServerError.from_jsonrpc(member).modern_protocol_error? },
    ->(_, member) { PlainRules::ServerError.from_jsonrpc(member).modern_protocol_error? }
  ]
}.freeze

puts 'what | ours ns | plain Ruby ns | times faster'
COMPARISONS.each do |name, sides|
  MEMBERS.each do |code, member|
    text = JSON.generate({ jsonrpc: '2.0', id: 1, error: member })
    compare("#{name}, #{code}", text, member, *sides)
  end
end

error = MCPErrors.from_response(JSON.generate({ jsonrpc: '2.0', id: 1, error: MEMBERS['-32021'] }))
context = { supported_caps: { elicitation: { url: {} } }, client_versions: %w[2026-07-28 2025-11-25] }
{
  'era' => -> { MCPErrors.era(error) }, 'log_line' => -> { error.log_line }, 'advise' => -> { MCPErrors.advise(error, context) }
}.each do |name, call|
  puts format('%<name>s | %<cost>.0f | |', name: name, cost: median(Array.new(ROUNDS) { cost(CALLS / 10, nil, nil) { call.call } }))
end
puts "Ruby #{RUBY_VERSION}, ffi #{FFI::VERSION}, json #{JSON::VERSION}; CPU time, medians of #{ROUNDS} rounds of #{CALLS} calls"
