# frozen_string_literal: true

# The other side of the benchmark: the same rules in plain Ruby, written for this purpose alone and without the core.
module PlainRules
  HEADER_MISMATCH = -32_020
  MISSING_CAPABILITY = -32_021
  UNSUPPORTED_VERSION = -32_022
  METHOD_NOT_FOUND = -32_601
  MODERN = [HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION].freeze

  # An error of the server, and its reading from an error member.
  class ServerError < StandardError
    attr_reader :code, :data
    attr_accessor :http_status, :retry_after

    def self.from_jsonrpc(error)
      error = {} unless error.is_a?(Hash)
      text = error['message'] || error[:message]
      code = error['code'] || error[:code]
      code = nil unless code.is_a?(Integer)
      data = error.key?('data') ? error['data'] : error[:data]
      klass = text.is_a?(String) ? class_for(code) : ServerError
      klass.new(text || 'Unknown server error', code: code, data: data)
    end

    def self.class_for(code)
      case code
      when METHOD_NOT_FOUND then MethodNotFound
      when HEADER_MISMATCH then HeaderMismatch
      when MISSING_CAPABILITY then MissingCapability
      when UNSUPPORTED_VERSION then UnsupportedVersion
      else ServerError
      end
    end
    private_class_method :class_for

    def initialize(message = nil, code: nil, data: nil)
      super(message)
      @code = code
      @data = data
    end

    # Of an HTTP response with a JSON body: the fields that count, in any letter case, and the error member.
    def self.from_http(status, headers, body)
      fields = headers.transform_keys { |name| name.to_s.downcase }
      body = body[/^data: ?(.*)$/, 1].to_s if fields['content-type'].to_s.include?('event-stream')
      json = JSON.parse(body)
      error = from_jsonrpc(json['jsonrpc'] == '2.0' ? json['error'] : nil)
      error.http_status = status
      error.retry_after = fields['retry-after']
      error
    end

    def modern_protocol_error?
      false
    end

    private

    def member(name)
      return unless data.is_a?(Hash)

      data.key?(name) ? data[name] : data[name.to_sym]
    end
  end

  # Of the three modern codes.
  module Modern
    def modern_protocol_error?
      MODERN.include?(code) && well_formed?
    end

    def well_formed?
      true
    end
  end

  class MethodNotFound < ServerError; end

  class HeaderMismatch < ServerError
    include Modern
  end

  # Requires capabilities.
  class MissingCapability < ServerError
    include Modern

    TYPED = { 'elicitation' => %w[form url], 'sampling' => %w[context tools] }.freeze
    MAPS = %w[experimental extensions].freeze

    def well_formed?
      required = member('requiredCapabilities')
      required.is_a?(Hash) && required.all? { |name, value| good?(name.to_s, value) }
    end

    private

    def good?(name, value)
      if TYPED.key?(name)
        value.is_a?(Hash) && TYPED[name].all? { |inner| good_member?(value, inner) }
      elsif MAPS.include?(name)
        value.is_a?(Hash) && value.each_value.all?(Hash)
      else
        name != 'roots' || value.is_a?(Hash)
      end
    end

    def good_member?(value, name)
      if value.key?(name) then value[name].is_a?(Hash)
      elsif value.key?(name.to_sym) then value[name.to_sym].is_a?(Hash)
      else
        true
      end
    end
  end

  # Speaks other versions.
  class UnsupportedVersion < ServerError
    include Modern

    def well_formed?
      versions = member('supported')
      versions.is_a?(Array) && versions.all?(String) && member('requested').is_a?(String)
    end
  end
end
