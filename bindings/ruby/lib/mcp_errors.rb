# frozen_string_literal: true

require_relative 'mcp_client/errors'
require_relative 'mcp_errors/http_answer'
require_relative 'mcp_errors/readers'
require_relative 'mcp_errors/advice'
require_relative 'mcp_errors/server'

# Parses the errors of the Model Context Protocol from bytes, and says what they mean and what to do next. The errors themselves are
# those of MCPClient::Errors.
module MCPErrors
  autoload :EventStream, File.join(__dir__, 'mcp_errors/event_stream')
  autoload :Exceptions, File.join(__dir__, 'mcp_errors/exceptions')
  autoload :FaradayMiddleware, File.join(__dir__, 'mcp_errors/faraday')

  class << self
    # @param bytes [String] a JSON-RPC response without HTTP status: a line of stdio, the body of a 2xx response
    # @return [MCPClient::Errors::MCPError, nil] the error that it is; nil for a result
    # @example
    #   error = MCPErrors.from_response(line) and raise error
    def from_response(bytes)
      Classification.read(bytes, 0)
    end

    # As {from_response}, and judges results too: a result that requires input, or that is invalid, is an error.
    # @param context [Hash, String, nil] what was asked: see {advise}; members can be keyword arguments, too
    # @return [MCPClient::Errors::MCPError, nil]
    def from_answer(bytes, context = nil, **members)
      bytes = Text.bytes(bytes, 'bytes')
      Context.with(context, members) do |json|
        Handle.explained do |out, failure|
          Native.mcp_error_from_answer(bytes, bytes.bytesize, json, json.bytesize, out, failure)
        end
      end
    end

    # @param status [Integer, String] 100 to 999
    # @param headers [#each] pairs of names, in any spelling, and values
    # @param body [String, nil]
    # @param context [Hash, String, nil] with a context results are judged too: see {from_answer}
    # @param max_error_body [Integer, nil] a larger body outside 2xx is treated as missing; 65536 if nil
    # @return [MCPClient::Errors::MCPError, nil] the error that the response is; nil for a result
    def from_http(status:, headers: {}, body: '', context: nil, max_error_body: nil)
      status = Integer(status, 10) if status.is_a?(String) && status.match?(/\A\d{3}\z/)
      raise TypeError, "status must be an Integer, not #{Text.class_of(status)}" unless status.is_a?(Integer)
      raise ArgumentError, "status must be 100 to 999, not #{status}" unless status.between?(100, 999)

      body = '' if nil.equal?(body)
      raise TypeError, "body must be a String, not #{Text.class_of(body)}" unless String === body

      return HttpAnswer.read(status, headers || {}, body, max_error_body, nil) unless context

      Context.with(context, {}) { |json| HttpAnswer.read(status, headers || {}, body, max_error_body, json) }
    end

    # @param response [#status, #headers, #body] of Faraday. A body that a middleware has parsed is written as JSON again.
    # @return [MCPClient::Errors::MCPError, nil] the error that the response is; nil for a result
    def from_faraday(response, context: nil)
      body = response.body
      body = JSONText.dump(body) unless body.nil? || body.is_a?(String)
      from_http(status: response.status, headers: response.headers, body: body, context: context)
    end

    # @param response [Net::HTTPResponse]
    # @return [MCPClient::Errors::MCPError, nil] the error that the response is; nil for a result
    def from_net_http(response, context: nil)
      from_http(status: response.code, headers: response.each_header, body: response.body, context: context)
    end

    # @param exception [Exception] of Faraday, Net::HTTP, Timeout or a socket, or one that wraps such an exception
    # @return [MCPClient::Errors::MCPError, nil] the error that it stands for; nil if it is not known
    # @example
    #   rescue StandardError => e
    #     error = MCPErrors.from_exception(e) or raise
    def from_exception(exception)
      Exceptions.read(exception)
    end

    # @param bytes [String] a line of stdio or a body
    # @return [Symbol] :empty, :not_json, :framing, :error, :result, :request, :notification, :batch or :other
    def message_type(bytes)
      Classification.type(Text.bytes(bytes, 'bytes')).first
    end

    # @param bytes [String] a response
    # @return [String, nil] its id as JSON, byte for byte; nil without one, and for a message that is not a response
    def message_id(bytes)
      Classification.type(Text.bytes(bytes, 'bytes')).last
    end

    # @param error [MCPClient::Errors::MCPError] the response to a probe
    # @param transport [Symbol] :http or :stdio
    # @return [Symbol] :modern, :modern_without_discover, :legacy or :inconclusive
    def era(error, transport: :http)
      Adviser.era(checked(error), transport)
    end

    # @param error [MCPClient::Errors::MCPError]
    # @param context [Hash, String, nil] what the host asked and can do; the context of the advice before, for the next try
    # @param members [Hash] members of the context, in place of it or beside it: transport, purpose, era, tried, method, idempotent,
    #   has_session, has_cursor, client_versions, requested_version, declared, supported_caps, granted_scopes, asked_scopes,
    #   last_event_id, result_types, now_ms, host; all optional
    # @return [Advice]
    def advise(error, context = nil, **members)
      Context.with(context, members) { |json| Adviser.advise(checked(error), json) }
    end

    # Says what to do about the result of a probe or of initialize.
    # @param bytes [String] the whole response
    # @param context [Hash, String, nil] see {advise}; its purpose is probe or initialize
    # @return [Advice]
    def negotiate(bytes, context = nil, **members)
      Context.with(context, members) { |json| Adviser.negotiate(Text.bytes(bytes, 'bytes'), json) }
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String] one line, safe for logs and terminals
    def log_line(error)
      Handle.of(checked(error)) { |handle| Text.copy(Native.mcp_error_log_line(handle)) }
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String, nil] why its data does not have the shape of the schema, or the result is invalid
    def malformed_reason(error)
      Handle.of(checked(error)) { |handle| Text.present(Native.mcp_error_malformed_reason(handle)) }
    end

    # @param error [MCPClient::Errors::MCPError]
    # @return [String, nil] its data as JSON. Of an error that was parsed from bytes, the server's own text.
    def data_json(error)
      (Answer.received_json(checked(error)) || Answer.data_json(error))&.dup
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

    # @param method [String] of an input request, such as elicitation/create
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
    # @param input_schema [Hash, nil] of the tool that is called; with it the headers Mcp-Param-* are compared, too
    # @return [MCPClient::Errors::ServerError, nil] the error to respond with, its http_status set; nil to go ahead
    def check_request(request, versions:, methods: nil, required: {}, headers: nil, input_schema: nil)
      Server.check(request, versions: versions, methods: methods, required: required, headers: headers, input_schema: input_schema)
    end

    # @param request [String] the bytes
    # @return [Request] what a server must know to say what the work needs
    def read_request(request)
      Server.read(request)
    end

    # @param request [String, Hash] a request or notification, as JSON or parsed
    # @param input_schema [Hash, String, nil] of the tool that it calls
    # @return [Hash{String => String}] the HTTP headers that a client must send with it
    # @raise [ArgumentError] if the schema must be refused: leave such a tool out
    def request_headers(request, input_schema = nil)
      Server.request_headers(request, input_schema)
    end

    # @param message [String, nil] a text of your own
    # @return [MCPClient::Errors::HeaderMismatchError] to respond with
    def header_mismatch(message = nil)
      Server.header_mismatch(message)
    end

    # @param required [Hash] the capabilities that are missing
    # @return [MCPClient::Errors::MissingRequiredClientCapabilityError] to respond with
    def missing_capability(required, message: nil)
      Server.missing_capability(required, message)
    end

    # @param requested [String] the version that was asked for
    # @param supported [Array<String>] the versions that the server speaks
    # @return [MCPClient::Errors::UnsupportedProtocolVersionError] to respond with
    def unsupported_version(requested, supported:, message: nil)
      Server.unsupported_version(requested, supported, message)
    end

    # @param error [MCPClient::Errors::ServerError]
    # @return [String] its JSON, the value of the member error
    # @param era [Symbol] of the session; in :legacy, -32002 and -32042 may be sent
    # @raise [ForbiddenCodeError] if it was made here and its code must not be sent; one that a server sent passes
    def error_json(error, era: :modern)
      Server.error_json(checked(error), era)
    end

    # @param error [MCPClient::Errors::ServerError]
    # @param id [Integer, String, nil] of the request; nil leaves it out
    # @param request [String] the bytes of the request, whose id is then taken as it was sent
    # @param era [Symbol] see {error_json}
    # @return [String] the JSON of the response
    # @raise [ForbiddenCodeError] see {error_json}
    def response_json(error, id: nil, request: nil, era: :modern)
      Server.response_json(checked(error), request ? Server.read(request).id_json.to_s : Server.id_json(id), era)
    end

    # @param code [Integer]
    # @return [Symbol] :ok, :discouraged or :forbidden
    def may_emit(code)
      Server.may_emit(integer(code))
    end

    # @param code [Integer] of an error to be sent
    # @param origin [Symbol] :protocol if the request was refused before a handler ran, else :handler
    # @return [Integer] the status of the HTTP response
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
