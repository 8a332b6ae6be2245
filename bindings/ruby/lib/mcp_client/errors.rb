# frozen_string_literal: true

require_relative '../mcp_errors/unread'

module MCPClient
  # The errors of an MCP client: a drop-in replacement for the module of the same name in the gem ruby-mcp-client. These classes
  # are plain Ruby and need no library; spec/core_agreement_spec.rb compares their rules with the core. Predicates are computed at
  # each call from the public readers.
  module Errors
    # Base of all errors.
    class MCPError < StandardError
      # @return [Boolean] whether this error leaves open in which era of the protocol the server lives
      def era_inconclusive?
        false
      end

      # That of StandardError: subclasses have other parameters.
      alias initialize_message initialize
      private :initialize_message
    end

    # The client knows no tool of that name.
    class ToolNotFound < MCPError; end
    # The client knows no prompt of that name.
    class PromptNotFound < MCPError; end
    # The client knows no resource of that URI.
    class ResourceNotFound < MCPError; end
    # The client knows no server of that name.
    class ServerNotFound < MCPError; end
    # A tool call failed.
    class ToolCallError < MCPError; end
    # A prompt could not be had.
    class PromptGetError < MCPError; end
    # A resource could not be read.
    class ResourceReadError < MCPError; end
    # The other side lacks a capability.
    class CapabilityError < MCPError; end
    # A value does not fit its schema.
    class ValidationError < MCPError; end
    # Several servers have a tool of that name.
    class AmbiguousToolName < MCPError; end
    # Several servers have a prompt of that name.
    class AmbiguousPromptName < MCPError; end
    # Several servers have a resource of that URI.
    class AmbiguousResourceURI < MCPError; end
    # It could not be found out which transport the server speaks.
    class TransportDetectionError < MCPError; end
    # There is no task of that id.
    class TaskNotFound < MCPError; end

    # The server could not be reached, or lets the client not in.
    class ConnectionError < MCPError; end
    # The server answers in another session.
    class SessionChangedError < ConnectionError; end
    # The server is a modern one where a legacy one was expected.
    class ModernServerError < ConnectionError; end

    # The access token does not allow what was asked.
    class InsufficientScopeError < ConnectionError
      # @return [String, nil] the scope that is needed
      attr_reader :scope
      # @return [String, nil] the server's explanation
      attr_reader :error_description

      def initialize(message, scope: nil, error_description: nil)
        super(message)
        @scope = scope
        @error_description = error_description
      end
    end

    # Something between client and server failed.
    class TransportError < MCPError
      # @return [Boolean] false: nothing was heard of the server
      def modern_protocol_error_for_probe?
        false
      end
    end

    # No answer came in time.
    class RequestTimeoutError < TransportError
      # (see MCPError#era_inconclusive?)
      def era_inconclusive?
        true
      end
    end

    # The connection was lost before the answer had come.
    class ResponseStreamClosedError < TransportError
      # (see MCPError#era_inconclusive?)
      def era_inconclusive?
        true
      end
    end

    # The answer is larger than the client is willing to read.
    class ResponseTooLargeError < TransportError
      # (see MCPError#era_inconclusive?)
      def era_inconclusive?
        true
      end
    end

    # A task failed.
    class TaskError < MCPError; end
    # The task's id stands for another task now.
    class TaskReplacedError < TaskError; end

    # The codes of JSON-RPC and of the Model Context Protocol.
    module Codes
      PARSE_ERROR = -32_700
      INVALID_REQUEST = -32_600
      METHOD_NOT_FOUND = -32_601
      INVALID_PARAMS = -32_602
      INTERNAL_ERROR = -32_603
      # What servers up to revision 2025-11-25 say of a resource that is not there.
      LEGACY_RESOURCE_NOT_FOUND = -32_002
      HEADER_MISMATCH = -32_020
      MISSING_REQUIRED_CLIENT_CAPABILITY = -32_021
      UNSUPPORTED_PROTOCOL_VERSION = -32_022

      # The codes that only a server of revision 2026-07-28 or later sends.
      MODERN_ERROR_CODES = [
        HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION
      ].freeze
      # The codes by which a modern server says that a resource is not there.
      RESOURCE_NOT_FOUND_CODES = [INVALID_PARAMS, LEGACY_RESOURCE_NOT_FOUND].freeze

      # @param code [Object] the code of an error
      # @return [Boolean] whether only a modern server sends it
      def self.modern_error_code?(code)
        MODERN_ERROR_CODES.include?(code)
      end

      # @param code [Object] the code of an error that answers resources/read
      # @param modern [Boolean] whether the session is a modern one
      # @return [Boolean] whether it says that the resource is not there
      def self.resource_not_found_code?(code, modern: true)
        return true if code == LEGACY_RESOURCE_NOT_FOUND

        modern && RESOURCE_NOT_FOUND_CODES.include?(code)
      end
    end

    # The errors that only a modern server sends; can be rescued.
    module ModernProtocolError
      # @return [Boolean] true if only a modern server sends this
      def modern_protocol_error?
        Codes.modern_error_code?(code) && well_formed?
      end
    end

    # The server responded with an error.
    class ServerError < MCPError
      # @return [Integer, nil] the code
      attr_reader :code
      # @return [Integer, nil] the status of the HTTP response
      attr_accessor :http_status

      # @param error [Object] the parsed value of the member `error` of a JSON-RPC response; its keys may be Symbols
      # @return [ServerError] of the class that its code stands for
      def self.from_jsonrpc(error)
        error = {} unless error.is_a?(Hash)
        message = error['message'] || error[:message]
        code = error['code'] || error[:code]
        code = nil unless code.is_a?(Integer)
        data = error.key?('data') ? error['data'] : error[:data]
        klass = wire_message?(message) ? error_class_for(code) : ServerError
        klass.new(message || 'Unknown server error', code: code, data: data)
      end

      # In JSON-RPC an error has a message. Without one it gets no class of its own.
      def self.wire_message?(message)
        message.is_a?(String)
      end
      private_class_method :wire_message?

      def self.error_class_for(code)
        case code
        when Codes::METHOD_NOT_FOUND then MethodNotFoundError
        when Codes::HEADER_MISMATCH then HeaderMismatchError
        when Codes::MISSING_REQUIRED_CLIENT_CAPABILITY then MissingRequiredClientCapabilityError
        when Codes::UNSUPPORTED_PROTOCOL_VERSION then UnsupportedProtocolVersionError
        else ServerError
        end
      end
      private_class_method :error_class_for

      def initialize(message = nil, code: nil, data: nil)
        super(message)
        @code = code
        @data = data
      end

      # @return [Object, nil] the data, as the host passed it or as the server's text parses
      def data
        @data.nil? && @place ? read_data : @data
      end

      # (see Kernel#extend) A module may override a reader, which the verdict on unread data would not see.
      def extend(*)
        read_data
        super
      end

      # (see Object#instance_variables) Without those that only unread data needs: YAML and debuggers show the data.
      def instance_variables
        return super if @place.nil? || frozen?

        read_data
        super - %i[@json @place]
      end

      # Makes an allocated error one that was parsed from a response. Public, since a call of a private method costs more.
      # @param packed [Integer] what mcp_classify_packed returned
      # @param json [String] the response
      # @return [ServerError] self
      # @api private
      def receive_packed(packed, code, json)
        # As Unread.message, which would be one call more, a tenth of the whole.
        initialize_message(json.byteslice(packed & MCPErrors::Unread::MASK,
                                          (packed >> MCPErrors::Unread::MESSAGE_LENGTH) & MCPErrors::Unread::MASK))
        @code = code
        @json = json
        packed & MCPErrors::Unread::HAS_DATA == 0 ? @data = nil : @place = packed
        self
      end

      # @return [Boolean] true if the data has the shape that the schema prescribes for errors of this class
      def well_formed?
        true
      end

      # @return [Boolean] true if only a modern server sends this
      def modern_protocol_error?
        false
      end

      # @return [Boolean] true if only a modern server sends this over HTTP
      def modern_http_protocol_error?
        modern_protocol_error?
      end

      # @return [Boolean] true if only a modern server responds to a probe like this
      def modern_protocol_error_for_probe?
        modern_protocol_error?
      end

      # @return [Boolean] true if this is an error of the protocol itself
      def protocol_error?
        modern_protocol_error?
      end

      private

      # A member of data: the String key counts if it is there, else the Symbol key.
      def data_member(name)
        values = data
        if values.is_a?(Hash)
          values.key?(name) ? values[name] : values[name.to_sym]
        elsif @place && values.is_a?(String) && values == MCPErrors::Unread.json(@json, @place)
          MCPErrors::Unread.member(values, name)
        end
      end

      # Makes an allocated error one that was parsed from bytes.
      # @param json [String, nil] the text of the data
      # @param place [Integer, nil] see MCPErrors::Unread; nil if there is no data
      def receive(message, code, json, place)
        initialize_message(message)
        @code = code
        @json = json
        place.nil? ? @data = nil : @place = place
        self
      end

      # A method of this one error may override a reader, which the verdict on unread data would not see.
      def singleton_method_added(name)
        read_data if MCPErrors::Unread::WATCHED.include?(name)
        super
      end

      def read_data
        return @data if @place.nil? || defined?(@data)

        # Frozen, since where Ruby's JSON refuses it the text itself is the value.
        value = MCPErrors::JSONText.parse(MCPErrors::Unread.json(@json, @place).freeze)
        return value if frozen?

        # Another thread may have been quicker. Then everybody gets its object.
        defined?(@data) ? @data : @data = value
      end
    end

    # The server has no such method.
    class MethodNotFoundError < ServerError
      # (see ServerError#modern_http_protocol_error?)
      def modern_http_protocol_error?
        http_status == 404
      end
    end

    # Headers and body of the request contradict each other.
    class HeaderMismatchError < ServerError
      include ModernProtocolError
    end

    # The request needs a capability that the client did not declare.
    class MissingRequiredClientCapabilityError < ServerError
      include ModernProtocolError

      # Capabilities with members that the schema types as objects.
      TYPED_CAPABILITY_MEMBERS = { 'elicitation' => %w[form url].freeze, 'sampling' => %w[context tools].freeze }.freeze
      # Capabilities that the schema types as maps from names to objects.
      OBJECT_MAP_CAPABILITIES = %w[experimental extensions].freeze
      # Capabilities that the schema types as objects, whatever their members.
      OPEN_OBJECT_CAPABILITIES = %w[roots].freeze

      # @return [Hash] what the server requires; empty if it does not say so
      def required_capabilities
        required = data_member('requiredCapabilities')
        required.is_a?(Hash) ? required : {}
      end

      # (see ServerError#well_formed?)
      def well_formed?
        return @place != MCPErrors::Unread::MALFORMED unless @place.nil? || defined?(@data)

        required = data_member('requiredCapabilities')
        required.is_a?(Hash) && required.all? { |name, value| capability_well_formed?(name, value) }
      end

      private

      def capability_well_formed?(name, value)
        name = name.to_s
        members = TYPED_CAPABILITY_MEMBERS[name]
        if members
          value.is_a?(Hash) && members.all? { |member| typed_member_ok?(value, member) }
        elsif OBJECT_MAP_CAPABILITIES.include?(name)
          value.is_a?(Hash) && value.each_value.all?(Hash)
        else
          !OPEN_OBJECT_CAPABILITIES.include?(name) || value.is_a?(Hash)
        end
      end

      # A String key hides its Symbol twin, also if its value is nil.
      def typed_member_ok?(value, member)
        key = value.key?(member) ? member : member.to_sym
        !value.key?(key) || value[key].is_a?(Hash)
      end
    end

    # The server does not speak the version of the protocol that was asked for.
    class UnsupportedProtocolVersionError < ServerError
      include ModernProtocolError

      # @return [Array<String>] the versions that the server speaks
      def supported
        versions = data_member('supported')
        versions.is_a?(Array) ? versions.grep(String) : []
      end

      # @return [String] a text to append to a message
      def supported_suffix
        versions = supported
        versions.empty? ? '' : " (server supports: #{versions.join(', ')})"
      end

      # @return [Object, nil] the version that the server was asked for
      def requested
        data_member('requested')
      end

      # (see ServerError#well_formed?)
      def well_formed?
        return @place != MCPErrors::Unread::MALFORMED unless @place.nil? || defined?(@data)

        versions = data_member('supported')
        versions.is_a?(Array) && versions.all?(String) && requested.is_a?(String)
      end
    end

    # The server needs input of the person before it can answer.
    class InputRequiredError < ServerError
      # @return [String, nil] the method of the request that is to be sent again
      attr_accessor :request_method
      # @return [Hash, nil] its parameters
      attr_accessor :request_params
      # @return [Object, nil] the transport it went over
      attr_accessor :transport

      # @return [Hash] the server's questions, by name
      def input_requests
        requests = data.is_a?(Hash) ? (data['inputRequests'] || data[:inputRequests]) : nil
        requests.is_a?(Hash) ? requests : {}
      end

      # @return [Object, nil] what is to be sent back with the responses
      def request_state
        data.is_a?(Hash) ? (data['requestState'] || data[:requestState]) : nil
      end

      # @return [Boolean] whether it is known which request is to be sent again
      def resumable?
        request_method.is_a?(String)
      end

      # @return [Hash] the answers that were given before the failure
      def answered_so_far
        @answered_so_far || {}
      end

      # @param responses [Hash] answers
      # @return [InputRequiredError] self
      def with_answered_so_far(responses)
        @answered_so_far = responses.is_a?(Hash) ? responses.dup.freeze : nil
        self
      end

      # (see ServerError#protocol_error?)
      def protocol_error?
        true
      end
    end

    # The server's result is none that the protocol knows.
    class InvalidResultError < ServerError
      # (see ServerError#protocol_error?)
      def protocol_error?
        true
      end
    end

    # The server could not answer this time.
    class TransientServerError < ServerError
      # (see MCPError#era_inconclusive?)
      def era_inconclusive?
        true
      end
    end

    # If the host overrides a reader (or loads the file of ruby-mcp-client that these classes replace), errors are built with their
    # data parsed from then on.
    class ServerError
      # @api private
      def self.method_added(name)
        MCPErrors::Unread.turn_off if MCPErrors::Unread::CLASSES.include?(self.name) && MCPErrors::Unread::WATCHED.include?(name)
        super
      end

      # (see Module#prepend)
      def self.prepend(*)
        MCPErrors::Unread.turn_off
        super
      end
    end
  end
end
