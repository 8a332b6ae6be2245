# frozen_string_literal: true

require_relative 'capabilities'
require_relative 'classification'

module MCPErrors
  # What a message says, as far as a server must know before the work is done. type is a Symbol such as :request; id is its JSON as
  # it was sent. The others are nil where the message does not have them.
  Request = Struct.new(:type, :id_json, :method_name, :name, :protocol_version, :capabilities, :arguments, keyword_init: true) do
    # @return [Integer, String, nil]
    def id
      id_json && JSONText.parse(id_json)
    end
  end

  # The side of a server, and the headers of a request: checks requests, makes errors, writes them.
  # @api private
  module Server
    # The fields that the check reads.
    HEADERS = /\Amcp-(?:protocol-version|method|name|param-.*)\z/m
    EMITS = Native.names(:mcp_emit_name).map(&:to_sym).freeze
    ORIGINS = Native.names(:mcp_origin_name).each_with_index.to_h.freeze
    ERAS = Native.names(:mcp_era_name).each_with_index.to_h.freeze
    INT64 = (-(2**63)..((2**63) - 1))

    class << self
      def check(request, versions:, methods:, required:, headers:, input_schema:)
        bytes = Text.bytes(request, 'request')
        rules = JSONText.dump({ versions: strings(versions, 'versions'), methods: methods && strings(methods, 'methods'),
                                required: hash(required, 'required'), headers: headers && fields(headers),
                                input_schema: input_schema })
        Handle.explained do |out, failure|
          Native.mcp_request_check(bytes, bytes.bytesize, rules, rules.bytesize, out, failure)
        end
      end

      def read(request)
        bytes = Text.bytes(request, 'request')
        out = Native.room(Native::Request)
        status = Native.mcp_request_read(bytes, bytes.bytesize, out)
        return Request.new(type: Classification.type(bytes).first).freeze if status == Native::INVALID_JSON

        Status.check(status)
        part = ->(name) { Classification.cut(bytes, out, Native::Request.offset_of(name)) }
        parsed = ->(name) { part[name]&.then { |json| JSONText.parse(json) } }
        Request.new(type: Classification::TYPES[out.get_int32(Native::Request.offset_of(:message_type))], id_json: part[:id],
                    method_name: parsed[:method], name: parsed[:name], protocol_version: parsed[:protocol_version],
                    capabilities: parsed[:capabilities], arguments: parsed[:arguments]).freeze
      end

      def request_headers(request, input_schema)
        request = request.is_a?(String) ? Text.bytes(request, 'request') : JSONText.dump(request)
        schema = case input_schema
                 when nil then nil # no schema; an empty text would be one
                 when String then Text.bytes(input_schema, 'input_schema')
                 else JSONText.dump(input_schema)
                 end
        JSONText.parse(Text.made do |*out|
          Native.mcp_request_headers(request, request.bytesize, schema, schema&.bytesize || 0, *out)
        end)
      end

      def missing_capability(required, message)
        json = Capabilities.object(required, 'required')
        text = message(message)
        Handle.explained do |out, failure|
          Native.mcp_error_new_missing_capability(json, json.bytesize, text, text.bytesize, out, failure)
        end
      end

      def unsupported_version(requested, supported, message)
        raise TypeError, "requested must be a String, not #{Text.class_of(requested)}" unless requested.is_a?(String)

        requested = Text.utf8(requested)
        json = JSONText.dump(strings(supported, 'supported'))
        text = message(message)
        Handle.explained do |out, failure|
          Native.mcp_error_new_unsupported_version(requested, requested.bytesize, json, json.bytesize, text, text.bytesize, out, failure)
        end
      end

      def header_mismatch(message)
        text = message(message)
        Handle.made { |out| Native.mcp_error_new_header_mismatch(text, text.bytesize, out) }
      end

      def error_json(error, era)
        number = era(era)
        Handle.of(error) { |handle| Text.made { |*out| Native.mcp_error_to_json(handle, number, *out) } }
      end

      def response_json(error, id_json, era)
        number = era(era)
        Handle.of(error) do |handle|
          Text.made { |*out| Native.mcp_error_to_response_json(handle, number, id_json, id_json.bytesize, *out) }
        end
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
        number = number(ORIGINS, origin, 'origin')
        Native.mcp_code_http_status(INT64.cover?(code) ? code : 0, number)
      end

      private

      def era(era)
        number(ERAS, era, 'era')
      end

      def number(names, value, parameter)
        names.fetch(value.to_s) do
          known = names.keys.map { |name| ":#{name}" }
          raise ArgumentError, "#{parameter} must be #{known[0..-2].join(', ')} or #{known.last}, not #{value.inspect}"
        end
      end

      def message(message)
        return '' if message.nil?
        raise TypeError, "message must be a String, not #{Text.class_of(message)}" unless message.is_a?(String)

        Text.utf8(message)
      end

      def strings(list, name)
        raise TypeError, "#{name} must be an Array of Strings, not #{Text.class_of(list)}" unless list.is_a?(Array)

        other = list.find { |item| !item.is_a?(String) }
        raise TypeError, "#{name} must be an Array of Strings, but has #{other.inspect}" unless list.all?(String)

        list
      end

      def hash(value, name)
        return value if value.is_a?(Hash)

        raise TypeError, "#{name} must be a Hash, not #{Text.class_of(value)}"
      end

      # @return [Hash] the fields that the check reads, of headers in any spelling, a Rack environment's too
      def fields(headers)
        headers.each_with_object({}) do |(name, value), found|
          field = name.to_s.b.downcase.tr('_', '-').delete_prefix('http-')
          found[field] = Array(value).map { |text| text.to_s.b }.join(', ') if HEADERS.match?(field) && !value.nil?
        end
      end
    end
  end
end
