# frozen_string_literal: true

require_relative 'mcp_client/errors'
require_relative 'mcp_errors/status'
require_relative 'mcp_errors/http_answer'
require_relative 'mcp_errors/advice'
require_relative 'mcp_errors/server'

# What the errors of the Model Context Protocol mean: reads them from bytes, says what they tell of the server and what to do
# next. The errors themselves are those of MCPClient::Errors.
module MCPErrors
  class << self
    # @param bytes [String] a JSON-RPC response that came in band: a line of stdio, the body of a 2xx answer
    # @return [MCPClient::Errors::MCPError, nil] the error it is; nil for a result
    # @example
    #   error = MCPErrors.from_response(line) and raise error
    def from_response(bytes)
      Classification.read(bytes, 0)
    end

    # @param status [Integer] 100 to 599
    # @param headers [#each] pairs of names, in any spelling, and values
    # @param body [String, nil]
    # @return [MCPClient::Errors::MCPError, nil] the error that the answer is; nil for a result
    def from_http(status:, headers: {}, body: '')
      raise TypeError, "status must be an Integer, not #{Text.class_of(status)}" unless status.is_a?(Integer)
      raise ArgumentError, "status must be 100 to 599, not #{status}" unless status.between?(100, 599)

      HttpAnswer.read(status, headers || {}, body || '')
    end

    # @param response [#status, #headers, #body] of Faraday. A body that a middleware has parsed is written as JSON again.
    # @return [MCPClient::Errors::MCPError, nil] the error that the answer is; nil for a result
    def from_faraday(response)
      body = response.body
      body = JSONText.dump(body) unless body.nil? || body.is_a?(String)
      from_http(status: response.status, headers: response.headers, body: body)
    end

    # @param error [MCPClient::Errors::MCPError] the answer to a probe
    # @param transport [Symbol] :http or :stdio
    # @return [Symbol] :modern, :modern_without_discover, :legacy or :inconclusive
    def era(error, transport: :http)
      Adviser.era(checked(error), transport)
    end

    # @param error [MCPClient::Errors::MCPError]
    # @param context [Hash] transport, purpose, era, attempt, method, idempotent, has_session, has_cursor, client_versions,
    #   requested_version, declared, supported_caps, now_ms; all optional
    # @return [Advice]
    def advise(error, **context)
      Adviser.advise(checked(error), context)
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String] one line, safe for logs and terminals
    def log_line(error)
      Handle.of(checked(error)) { |handle| Text.copy(Native.mcp_error_log_line(handle)) }
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String, nil] why its data has not the shape of the schema
    def malformed_reason(error)
      reason = Handle.of(checked(error)) { |handle| Text.copy(Native.mcp_error_malformed_reason(handle)) }
      reason unless reason.empty?
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String, nil] its data as JSON. Of an error that was read from bytes, the peer's own text.
    def data_json(error)
      return Answer.data_json(error) unless Answer.received?(checked(error))

      error.instance_variable_get(:@json)&.dup
    end

    # @param declared [Hash] capabilities
    # @param required [Hash] capabilities
    # @return [Hash] the part of those required that those declared do not cover
    def missing_capabilities(declared, required)
      Capabilities.missing(declared, required)
    end

    # @param declared [Hash] what the client declared
    # @param missing [Hash] what it is to declare besides
    # @param supported [Hash] all that it could declare
    # @return [Hash] what to declare
    def declare_capabilities(declared, missing, supported)
      Capabilities.declare(declared, missing, supported)
    end

    # @param method [String] of a server's question, such as elicitation/create
    # @param params [Hash] its parameters
    # @return [Hash] the capabilities that it needs
    def capabilities_for_input_request(method, params = {})
      Capabilities.for_input_request(method, params)
    end

    # Checks a request before any work is done.
    # @param request [String] the bytes
    # @param versions [Array<String>] what the server speaks
    # @param methods [Array<String>, nil] what it has; nil leaves that open
    # @param required [Hash] the capabilities that the work needs
    # @param headers [#each, nil] of the HTTP request, or a Rack environment; nil for stdio
    # @return [MCPClient::Errors::ServerError, nil] the error to answer with, its http_status set; nil to go ahead
    def check_request(request, versions:, methods: nil, required: {}, headers: nil)
      Server.check(request, versions: versions, methods: methods, required: required, headers: headers)
    end

    # @param message [String, nil] a text of your own
    # @return [MCPClient::Errors::HeaderMismatchError] to answer with
    def header_mismatch(message = nil)
      Server.header_mismatch(message)
    end

    # @param required [Hash] the capabilities that are missing
    # @return [MCPClient::Errors::MissingRequiredClientCapabilityError] to answer with
    def missing_capability(required, message: nil)
      Server.missing_capability(required, message)
    end

    # @param requested [String] the version that was asked for
    # @param supported [Array<String>] the versions that the server speaks
    # @return [MCPClient::Errors::UnsupportedProtocolVersionError] to answer with
    def unsupported_version(requested, supported:, message: nil)
      Server.unsupported_version(requested, supported, message)
    end

    # @param error [MCPClient::Errors::ServerError]
    # @return [String] its JSON, the value of the member error
    # @raise [ForbiddenCodeError] if it was made here and its code must not be sent; one that a peer sent passes
    def error_json(error)
      Server.error_json(checked(error))
    end

    # @param error [MCPClient::Errors::ServerError]
    # @param id [Integer, String, nil] of the request; nil leaves it out
    # @param request [String] the bytes of the request, whose id is then taken as it was sent
    # @return [String] the JSON of the response
    # @raise [ForbiddenCodeError] see {error_json}
    def response_json(error, id: nil, request: nil)
      Server.response_json(checked(error), request ? Server.request_id(request) : Server.id_json(id))
    end

    # @param code [Integer]
    # @return [Symbol] :ok, :discouraged or :forbidden
    def may_emit(code)
      Server.may_emit(integer(code))
    end

    # @param code [Integer] of an error to be sent
    # @param origin [Symbol] :protocol if the request was refused before a handler ran, else :handler
    # @return [Integer] the status of the HTTP answer
    def http_status_for(code, origin:)
      Server.http_status_for(integer(code), origin)
    end

    # @param code [Integer]
    # @return [String, nil] the name of the code
    def code_name(code)
      Server.name(:mcp_code_name, integer(code))
    end

    # @param code [Integer]
    # @return [String, nil] what drafts of the revision 2026-07-28 meant by a code: a hint, for people only
    def draft_code_name(code)
      Server.name(:mcp_code_draft_name, integer(code))
    end

    # @return [String] the version of the library
    def library_version
      Native.mcp_errors_version
    end

    private

    def checked(error)
      return error if error.is_a?(MCPClient::Errors::MCPError)

      raise TypeError, "error must be an MCPClient::Errors::MCPError, not #{Text.class_of(error)}"
    end

    def integer(code)
      return code if code.is_a?(Integer)

      raise TypeError, "code must be an Integer, not #{Text.class_of(code)}"
    end
  end
end
