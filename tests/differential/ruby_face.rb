# frozen_string_literal: true

# Answers each line of questions with a line: the Ruby face of the differential test. Texts of the peer's cross in Base64.
require 'json'
require 'base64'
require 'mcp_errors'

VERDICTS = { well_formed: :well_formed?, modern: :modern_protocol_error?, modern_http: :modern_http_protocol_error?,
             modern_for_probe: :modern_protocol_error_for_probe?, protocol_error: :protocol_error?,
             era_inconclusive: :era_inconclusive? }.freeze

def b64(text) = text && Base64.strict_encode64(text)

# The verdicts that the class has: the original gives some classes only some of them.
def verdicts(error)
  VERDICTS.filter_map { |name, asked| [name, error.public_send(asked)] if error.respond_to?(asked) }.to_h
end

def kind(error) = error.class.name.split('::').last

def told(error, context)
  out = { status: 0, kind: kind(error), message: b64(error.message), data: b64(MCPErrors.data_json(error)),
          era_stdio: MCPErrors.era(error, transport: :stdio), era_http: MCPErrors.era(error, transport: :http) }
  out.update(verdicts(error))
  out[:code] = error.code&.to_s if error.respond_to?(:code)
  out[:http_status] = error.http_status&.to_s if error.respond_to?(:http_status)
  if error.is_a?(MCPClient::Errors::InsufficientScopeError)
    out.update(scope: b64(error.scope), error_description: b64(error.error_description))
  end
  if context
    advice = MCPErrors.advise(error, **context.transform_keys(&:to_sym)).to_h
    out[:advise] = advice.reject { |name, value| name == :text || value.nil? }
  end
  out
end

def answer(question)
  status, context = question.values_at('status', 'context')
  if question['op'] == 'parsed'
    error = MCPClient::Errors::ServerError.from_jsonrpc(question['member'])
    error.http_status = status
    return { kind: kind(error), code: error.code&.to_s, **verdicts(error) }
  end
  body = Base64.decode64(question['body'])
  headers = question['headers'].transform_values { |value| Base64.decode64(value) }
  error = question['op'] == 'response' ? MCPErrors.from_response(body) : MCPErrors.from_http(status: status, headers: headers, body: body)
  error ? told(error, context) : { status: 3 }
end

$stdout.sync = true
$stdin.each_line { |line| puts JSON.generate(answer(JSON.parse(line, max_nesting: false))) }
