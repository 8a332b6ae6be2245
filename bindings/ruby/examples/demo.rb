# frozen_string_literal: true

# What the Ruby binding says of one real answer of each kind. Usage: demo.rb tests/wire/answers.jsonl

require 'json'
require 'mcp_errors'

CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} }.freeze
VERSIONS = %w[2026-07-28 2025-11-25].freeze

def read(row)
  return MCPErrors.from_response(row['body']) if row['transport'] == 'stdio'

  MCPErrors.from_http(status: row['http_status'], headers: row['headers'], body: row['body'])
end

puts format('%-34s %-37s %7s  %-24s %s', 'answer of', 'class', 'code', 'era', 'advice')
seen = {}
File.foreach(ARGV.fetch(0), encoding: 'UTF-8') do |line|
  row = JSON.parse(line)
  error = read(row)
  next if error.nil? || seen[error.class]

  seen[error.class] = true
  advice = MCPErrors.advise(error, transport: row['transport'], purpose: :probe, client_versions: VERSIONS,
                                   supported_caps: CAPABILITIES)
  code = error.respond_to?(:code) ? error.code : nil
  puts format('%-34.34s %-37s %7s  %-24s %s', row['server'], error.class.name.split('::').last, code || '-', advice.era,
              advice.text)
end
