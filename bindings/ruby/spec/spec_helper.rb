# frozen_string_literal: true

require 'json'
require 'base64'
require 'mcp_errors'

# What the specs share: the vectors of the checkout, and how an error is compared with what a vector expects.
module Vectors
  CHECKOUT = File.expand_path('../../..', __dir__)
  GEM = File.expand_path('..', __dir__)
  Errors = MCPClient::Errors

  # Predicates and readers by the names that the vectors use.
  READERS = {
    'code' => :code, 'data' => :data, 'http_status' => :http_status, 'message' => :message,
    'modern' => :modern_protocol_error?, 'modern_http' => :modern_http_protocol_error?, 'protocol_error' => :protocol_error?,
    'well_formed' => :well_formed?, 'era_inconclusive' => :era_inconclusive?,
    'required_capabilities' => :required_capabilities, 'supported' => :supported, 'supported_suffix' => :supported_suffix,
    'requested' => :requested, 'scope' => :scope, 'error_description' => :error_description
  }.freeze
  # What the classes outside the tree of ServerError do not answer; then the verdict is the neutral one.
  NEUTRAL = { 'code' => nil, 'modern' => false, 'modern_http' => false, 'protocol_error' => false, 'well_formed' => true }.freeze

  module_function

  def rows(name)
    folder = name == 'answers' ? 'wire' : 'vectors'
    File.readlines(File.join(CHECKOUT, 'tests', folder, "#{name}.jsonl"), encoding: 'UTF-8').map do |line|
      JSON.parse(line, max_nesting: false, allow_nan: true)
    end
  end

  # The differences between an error and what is expected of it, as texts.
  def differences(error, expect)
    expect.filter_map do |name, wanted|
      next if %w[result era message_is_string].include?(name)

      found = reading(error, name)
      "#{name}: #{found.inspect}, not #{wanted.inspect}" unless same?(found, wanted)
    end
  end

  def reading(error, name)
    case name
    when 'kind' then error.class.name.delete_prefix('MCPClient::Errors::')
    when 'has_data' then !MCPErrors.data_json(error).nil?
    else
      reader = READERS.fetch(name)
      NEUTRAL.key?(name) && !error.respond_to?(reader) ? NEUTRAL[name] : error.public_send(reader)
    end
  end

  # Equal, with 1 and 1.0 told apart.
  def same?(found, wanted)
    case wanted
    when Hash
      found.is_a?(Hash) && found.keys.sort == wanted.keys.sort && wanted.all? { |key, value| same?(found[key], value) }
    when Array
      found.is_a?(Array) && found.size == wanted.size && wanted.each_index.all? { |i| same?(found[i], wanted[i]) }
    else found.eql?(wanted)
    end
  end

  # The error of a row of responses, answers or advice.
  def error_of(row)
    return local(row['event']) if row['event']

    body = row['body_b64'] ? Base64.decode64(row['body_b64']) : row['body']
    return MCPErrors.from_response(body) unless row['transport'] == 'http'

    MCPErrors.from_http(status: row['http_status'], headers: row['headers'], body: body)
  end

  def local(event)
    name = { 'timeout' => :RequestTimeoutError, 'closed' => :ResponseStreamClosedError, 'network_error' => :ConnectionError }
    Errors.const_get(name.fetch(event)).new('local')
  end
end

# Functions of the library that only the specs ask.
module Core
  extend FFI::Library

  ffi_lib MCPErrors::Native::PATH
  attach_function :mcp_data_is_well_formed, %i[int32 pointer size_t], :bool
  attach_function :mcp_code_is_modern, [:int64], :bool
  attach_function :mcp_code_is_resource_not_found, %i[int64 int32], :bool
  attach_function :mcp_verdicts, %i[int32 pointer uint16 int32], :uint32
end

RSpec.configure do |config|
  config.include Vectors
  config.expect_with(:rspec) { |expectations| expectations.syntax = :expect }
  config.raise_errors_for_deprecations!
  # A test that does not run is no test that passed.
  config.after(:suite) do
    pending = RSpec.world.all_examples.select { |example| example.execution_result.status == :pending }
    abort "pending: #{pending.map(&:full_description).join('; ')}" if pending.any?
  end
end
