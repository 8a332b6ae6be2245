# frozen_string_literal: true

require_relative 'text'
require_relative 'json_text'

module MCPErrors
  # The algebra of capabilities: objects in, an object out.
  # @api private
  module Capabilities
    class << self
      def missing(declared, required)
        ask(:mcp_caps_missing, object(declared, 'declared'), object(required, 'required'))
      end

      def declare(declared, missing, supported)
        ask(:mcp_caps_declare, object(declared, 'declared'), object(missing, 'missing'), object(supported, 'supported'))
      end

      def for_input_request(method, params)
        raise TypeError, "method must be a String, not #{Text.class_of(method)}" unless method.is_a?(String)

        ask(:mcp_caps_for_input_request, Text.utf8(method), JSONText.dump(params))
      end

      # @return [String] the JSON of a Hash; nil is an empty one
      def object(value, name)
        case value
        when Hash, nil then JSONText.dump(value || {})
        else raise TypeError, "#{name} must be a Hash, not #{Text.class_of(value)}"
        end
      end

      private

      def ask(function, *arguments)
        texts = arguments.flat_map { |text| [text, text.bytesize] }
        JSONText.parse(Text.made { |*out| Native.public_send(function, *texts, *out) })
      end
    end
  end
end
