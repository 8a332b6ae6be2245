# frozen_string_literal: true

require_relative 'capabilities'
require_relative 'handle'

module MCPErrors
  # The side of a server: checking requests, making errors, writing them out.
  # @api private
  module Server
    HEADERS = %w[mcp-protocol-version mcp-method mcp-name].freeze
    EMITS = Native.names(:mcp_emit_name).map(&:to_sym).freeze
    ORIGINS = Native.names(:mcp_origin_name).each_with_index.to_h.freeze
    INT64 = (-(2**63)..((2**63) - 1))

    class << self
      def check(request, versions:, methods:, required:, headers:)
        bytes = Text.bytes(request, 'request')
        rules = JSONText.dump({ versions: strings(versions, 'versions'), methods: methods && strings(methods, 'methods'),
                                required: hash(required, 'required'), headers: headers && fields(headers) })
        made(-> { shape_fault(required) }) do |out|
          Native.mcp_request_check(bytes, bytes.bytesize, rules, rules.bytesize, out)
        end
      end

      def missing_capability(required, message)
        json = Capabilities.object(required, 'required')
        text = message(message)
        made(-> { required.nil? || required.empty? ? 'required must not be empty' : shape_fault(required) }) do |out|
          Native.mcp_error_new_missing_capability(json, json.bytesize, text, text.bytesize, out)
        end
      end

      def unsupported_version(requested, supported, message)
        raise TypeError, "requested must be a String, not #{Text.class_of(requested)}" unless requested.is_a?(String)

        requested = Text.utf8(requested)
        json = JSONText.dump(strings(supported, 'supported'))
        text = message(message)
        made(-> { 'requested or supported is not what it must be' }) do |out|
          Native.mcp_error_new_unsupported_version(requested, requested.bytesize, json, json.bytesize, text, text.bytesize, out)
        end
      end

      def header_mismatch(message)
        text = message(message)
        made(-> { 'message is not what it must be' }) { |out| Native.mcp_error_new_header_mismatch(text, text.bytesize, out) }
      end

      def error_json(error)
        handle(error) { |handle| Text.made { |*out| Native.mcp_error_to_json(handle, *out) } }
      end

      def response_json(error, id_json)
        handle(error) do |handle|
          Text.made { |*out| Native.mcp_error_to_response_json(handle, id_json, id_json.bytesize, *out) }
        end
      end

      # @return [String] the id of a request as it was sent; empty if it has none
      def request_id(request)
        bytes = Text.bytes(request, 'request')
        span = FFI::MemoryPointer.new(:uint64, 2)
        return '' unless Native.mcp_request_id(bytes, bytes.bytesize, span) == Native::OK

        offset = span.get_int64(0)
        offset < 0 ? '' : bytes.byteslice(offset, span.get_int64(8))
      end

      def id_json(id)
        case id
        when nil then ''
        when Integer, String then JSONText.dump(id)
        else raise TypeError, "id must be a String or an Integer, not #{Text.class_of(id)}"
        end
      end

      def name(function, code)
        Native.public_send(function, code)&.force_encoding(Encoding::UTF_8) if INT64.cover?(code)
      end

      def may_emit(code)
        INT64.cover?(code) ? EMITS.fetch(Native.mcp_code_may_emit(code)) : :ok
      end

      def http_status_for(code, origin)
        number = ORIGINS.fetch(origin.to_s) do
          raise ArgumentError, "origin must be #{ORIGINS.keys.map { |name| ":#{name}" }.join(' or ')}, not #{origin.inspect}"
        end
        Native.mcp_code_http_status(INT64.cover?(code) ? code : 0, number)
      end

      private

      # @param fault [#call] says what is wrong with an argument
      # @return [MCPClient::Errors::ServerError, nil] the error that the function makes
      def made(fault, &maker)
        status, error = Handle.with(maker) { |handle| Handle.to_error(handle) }
        raise ArgumentError, fault.call if status == Native::INVALID_ARGUMENT

        Status.check(status, 'argument')
        error
      end

      def handle(error, &)
        status, json = Handle.public_send(built?(error) ? :of_built : :of, error, &)
        raise ArgumentError, "error cannot be sent: #{sending_fault(error)}" if status == Native::INVALID_ARGUMENT

        Status.check(status, 'error')
        json
      end

      def sending_fault(error)
        return 'it has no code' unless Answer.code(error).is_a?(Integer)

        MCPErrors.malformed_reason(error) || 'it is none that the protocol allows'
      end

      # @return [String] what keeps capabilities from having the shape of the schema
      def shape_fault(capabilities)
        error = MCPClient::Errors::MissingRequiredClientCapabilityError.new(data: { 'requiredCapabilities' => capabilities })
        MCPErrors.malformed_reason(error).to_s.sub('data.requiredCapabilities', 'required')
      end

      # @return [Boolean] whether the error was made here. No code beyond 64 bits is forbidden, so there it is all the same.
      def built?(error)
        return false if Answer.received?(error) || !error.is_a?(MCPClient::Errors::ServerError)

        code = error.code
        code.nil? || (code.is_a?(Integer) && INT64.cover?(code))
      end

      def message(message)
        return '' if message.nil?
        raise TypeError, "message must be a String, not #{Text.class_of(message)}" unless message.is_a?(String)

        Text.utf8(message)
      end

      def strings(list, name)
        raise TypeError, "#{name} must be an Array of Strings, not #{Text.class_of(list)}" unless list.is_a?(Array)

        other = list.find { |item| !item.is_a?(String) }
        raise TypeError, "#{name} must be an Array of Strings, but holds #{other.inspect}" unless list.all?(String)

        list
      end

      def hash(value, name)
        return value if value.is_a?(Hash)

        raise TypeError, "#{name} must be a Hash, not #{Text.class_of(value)}"
      end

      # @return [Hash] the three fields that the check reads, of headers in any spelling, a Rack environment's too
      def fields(headers)
        headers.each_with_object({}) do |(name, value), found|
          field = name.to_s.b.downcase.tr('_', '-').delete_prefix('http-')
          found[field] = Array(value).map { |text| text.to_s.b }.join(', ') if HEADERS.include?(field) && !value.nil?
        end
      end
    end
  end
end
