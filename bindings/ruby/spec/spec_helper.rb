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
    'requested' => :requested, 'scope' => :scope, 'error_description' => :error_description, 'id' => :id,
    'challenge_error' => :challenge_error, 'resource_metadata' => :resource_metadata, 'location' => :location,
    'last_event_id' => :last_event_id, 'retry_ms' => :retry_ms, 'malformed_reason' => :malformed_reason,
    'retry_after' => :retry_after
  }.freeze
  # What the classes outside the tree of ServerError do not answer; then the verdict is the neutral one.
  NEUTRAL = { 'code' => nil, 'modern' => false, 'modern_http' => false, 'protocol_error' => false, 'well_formed' => true, 'data' => nil,
              'http_status' => nil, 'scope' => nil, 'error_description' => nil }.freeze
  # Members that are left out of a vector where they are missing, and must be missing then.
  OPTIONAL = %w[id challenge_error scope error_description resource_metadata location last_event_id retry_ms].freeze

  module_function

  def rows(name)
    folder = name == 'answers' ? 'wire' : 'vectors'
    File.readlines(File.join(CHECKOUT, 'tests', folder, "#{name}.jsonl"), encoding: 'UTF-8').map do |line|
      JSON.parse(line, max_nesting: false, allow_nan: true)
    end
  end

  # The differences between an error and what is expected of it, as texts.
  def differences(error, expect, whole: false)
    (whole ? OPTIONAL.to_h { |name| [name, nil] }.merge(expect) : expect).filter_map do |name, wanted|
      next if %w[result era message_is_string].include?(name)

      found = reading(error, name)
      "#{name}: #{found.inspect}, not #{wanted.inspect}" unless same?(found, wanted)
    end
  end

  def reading(error, name)
    case name
    when 'kind' then error.class.name.delete_prefix('MCPClient::Errors::')
    when 'message_type' then error.message_type&.name
    when 'has_data' then !MCPErrors.data_json(error).nil?
    else
      reader = READERS.fetch(name)
      NEUTRAL.key?(name) && !error.respond_to?(reader) ? NEUTRAL[name] : error.public_send(reader)
    end
  end

  # Equal, with 1 and 1.0 distinguished.
  def same?(found, wanted)
    case wanted
    when Hash
      found.is_a?(Hash) && found.keys.sort == wanted.keys.sort && wanted.all? { |key, value| same?(found[key], value) }
    when Array
      found.is_a?(Array) && found.size == wanted.size && wanted.each_index.all? { |i| same?(found[i], wanted[i]) }
    else found.eql?(wanted)
    end
  end

  # The error of a row of responses, answers or advice, or of a step of a dialog.
  def error_of(row, context = nil)
    return local(row['event']) if row['event']

    body = body_of(row)
    return context ? MCPErrors.from_answer(body, context) : MCPErrors.from_response(body) unless row['transport'] == 'http'

    MCPErrors.from_http(status: row['http_status'], headers: row['headers'], body: body, max_error_body: row['max_error_body'],
                        context: context)
  end

  def body_of(row)
    row['body_b64'] ? Base64.decode64(row['body_b64']) : row['body']
  end

  # An advice as the vectors have it.
  def advice(advice)
    found = advice.to_h.except(:text, :context_json).compact.transform_keys(&:to_s)
    found.delete('cancel') unless found['cancel']
    found['context'] = advice.context if advice.context
    found.transform_values { |value| value.is_a?(Symbol) ? value.name : value }
  end

  # The differences between an advice and what is expected of it, as texts.
  def advice_differences(advice, expect, context_too: true)
    expected = expect.except('context_text')
    found = advice(advice)
    [expected, found].each { |members| members.delete('context') } unless context_too
    wrong = (expected.keys | found.keys).reject { |name| same?(found[name], expected[name]) }
    wrong = wrong.map { |name| "#{name}: #{found[name].inspect}, not #{expected[name].inspect}" }
    # Byte for byte, apart from what the advice changes.
    wrong << "context_text: #{advice.context_json}" if expect['context_text'] && expect['context_text'] != advice.context_json && !advice.declare
    wrong << 'no text' if advice.text.empty?
    wrong
  end

  def local(event)
    name = { 'timeout' => :RequestTimeoutError, 'closed' => :ResponseStreamClosedError, 'network_error' => :ConnectionError,
             'too_large' => :ResponseTooLargeError }
    Errors.const_get(name.fetch(event)).new('local')
  end
end

# Functions of the library that only the specs ask.
module Core
  extend FFI::Library

  ffi_lib MCPErrors::Native::PATH
  attach_function :mcp_caps_is_well_formed, %i[pointer size_t], :bool
  attach_function :mcp_data_is_well_formed, %i[int32 pointer size_t], :bool
  attach_function :mcp_code_is_modern, [:int64], :bool
  attach_function :mcp_code_is_resource_not_found, %i[int64 int32], :bool
  attach_function :mcp_verdicts, %i[int32 pointer uint16 int32], :uint32
end

RSpec.configure do |config|
  config.include Vectors
  config.expect_with(:rspec) do |expectations|
    expectations.syntax = :expect
    expectations.max_formatted_output_length = 4000
  end
  config.raise_errors_for_deprecations!
  # A test that does not run is no test that passed.
  config.after(:suite) do
    pending = RSpec.world.all_examples.select { |example| example.execution_result.status == :pending }
    abort "pending: #{pending.map(&:full_description).join('; ')}" if pending.any?
  end
end
