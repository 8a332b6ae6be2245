# frozen_string_literal: true

# Answers each line of questions with a line: the Ruby binding of the differential test. Texts of the peer's cross in Base64.
require 'json'
require 'base64'
require 'mcp_errors'

VERDICTS = { well_formed: :well_formed?, modern: :modern_protocol_error?, modern_http: :modern_http_protocol_error?,
             modern_for_probe: :modern_protocol_error_for_probe?, protocol_error: :protocol_error?,
             era_inconclusive: :era_inconclusive? }.freeze
SAID = %i[challenge_error scope error_description resource_metadata location retry_after last_event_id malformed_reason].freeze

def b64(text) = text && Base64.strict_encode64(text)

def plain(text) = text && Base64.decode64(text)

def symbols(context) = context.transform_keys(&:to_sym)

# The verdicts that the class has: the original gives some classes only some of them.
def verdicts(error)
  VERDICTS.filter_map { |name, asked| [name, error.public_send(asked)] if error.respond_to?(asked) }.to_h
end

def kind(error) = error.class.name.split('::').last

# What MCPErrors says of an error: a reader of the error, or a function of the module that takes it.
def said(error, name)
  return error.public_send(name) if error.respond_to?(name)

  MCPErrors.respond_to?(name) ? MCPErrors.public_send(name, error) : nil
end

def advised(advice)
  members = advice.to_h.merge(context: advice.context)
  members.reject { |name, value| %i[text context_json].include?(name) || value.nil? || value == false }
end

def told(error, context)
  out = { status: 0, kind: kind(error), message: b64(error.message), data: b64(MCPErrors.data_json(error)),
          era_stdio: MCPErrors.era(error, transport: :stdio), era_http: MCPErrors.era(error, transport: :http) }
  out.update(verdicts(error))
  out[:code] = error.code&.to_s if error.respond_to?(:code)
  out[:http_status] = error.http_status&.to_s if error.respond_to?(:http_status)
  SAID.each { |name| out[name] = b64(said(error, name)) if error.respond_to?(name) || MCPErrors.respond_to?(name) }
  out[:advise] = advised(MCPErrors.advise(error, **symbols(context))) if context
  out
end

def parsed(question)
  error = MCPClient::Errors::ServerError.from_jsonrpc(question['member'])
  error.http_status = question['status']
  { kind: kind(error), code: error.code&.to_s, **verdicts(error) }
end

def read(question, body)
  judge = question['judge']
  if question['op'] == 'response'
    return judge ? MCPErrors.from_answer(body, **symbols(judge)) : MCPErrors.from_response(body)
  end

  headers = question['headers'].transform_values { |value| plain(value) }
  judged = judge ? { context: judge } : {}
  MCPErrors.from_http(status: question['status'], headers: headers, body: body, **judged)
end

def answer(question)
  return parsed(question) if question['op'] == 'parsed'

  body = plain(question['body'])
  needed = { 'response' => question['judge'] ? :from_answer : :from_response, 'http' => :from_http }
  needed = needed.fetch(question['op'], question['op'].to_sym)
  return { lacking: needed } unless MCPErrors.respond_to?(needed)

  case question['op']
  when 'negotiate' then advised(MCPErrors.negotiate(body, question['context']))
  when 'message_type' then MCPErrors.message_type(body)
  when 'request_headers' then MCPErrors.request_headers(body, plain(question['schema']))
  else
    error = read(question, body)
    error ? told(error, question['context']) : { status: 3 }
  end
rescue ArgumentError, TypeError
  raise unless %w[negotiate request_headers].include?(question['op'])

  1
end

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(answer(JSON.parse(line, max_nesting: false))) }
