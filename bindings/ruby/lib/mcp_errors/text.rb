# frozen_string_literal: true

require_relative 'native'

module MCPErrors
  # Text on its way between Ruby and the core.
  # @api private
  module Text
    class << self
      # @param value [Object] bytes of a message
      # @param name [String] what they are, for the person who reads the TypeError
      # @return [String] the same bytes, labelled as UTF-8; text that is in another encoding is converted
      def bytes(value, name)
        raise TypeError, "#{name} must be a String, not #{Text.class_of(value)}" unless String === value

        case value.encoding
        when Encoding::UTF_8 then value
        when Encoding::BINARY, Encoding::US_ASCII then String.new(value, encoding: Encoding::UTF_8)
        else utf8(value)
        end
      end

      # @return [String] valid UTF-8 that reads as near as possible to the given text
      def utf8(text)
        return text if text.encoding == Encoding::UTF_8 && text.valid_encoding?

        if text.encoding == Encoding::BINARY || text.encoding == Encoding::UTF_8
          String.new(text, encoding: Encoding::UTF_8).scrub("\uFFFD")
        else
          text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace, replace: "\uFFFD")
        end
      rescue EncodingError
        String.new(text, encoding: Encoding::UTF_8).scrub("\uFFFD")
      end

      # @param str [Native::Str] as a function returned it
      # @return [String] a copy
      def copy(str)
        str[:ptr].get_bytes(0, str[:len]).force_encoding(Encoding::UTF_8)
      end

      # @return [String, nil] a copy; nil for an empty text
      def present(str)
        copy(str) unless str[:len] == 0
      end

      # Calls a function that makes a text, and frees that text whatever happens.
      # @yieldparam out [FFI::Pointer] where the function writes the text
      # @yieldparam length [FFI::Pointer] where it writes the length
      # @yieldreturn [Integer] the status
      # @return [Array(Integer, String)] status and text; the text is nil on failure
      def made
        out = FFI::MemoryPointer.new(:pointer, 2)
        length = out + FFI::Pointer.size
        status = yield out, length
        return [status, nil] unless status == Native::OK

        [status, out.read_pointer.get_bytes(0, length.get_uint64(0)).force_encoding(Encoding::UTF_8)]
      ensure
        Native.mcp_string_free(out.read_pointer) if out
      end

      # The class of any object, of a BasicObject too.
      def class_of(value)
        Kernel.instance_method(:class).bind_call(value)
      end
    end
  end
end
