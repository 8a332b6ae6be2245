# frozen_string_literal: true

require_relative 'native'
require_relative 'status'
require_relative 'text_encoding'

module MCPErrors
  # Text on its way between Ruby and the core.
  # @api private
  module Text
    class << self
      # @param value [Object] bytes of a message
      # @param name [String] what they are, for the person who reads the TypeError
      # @return [String] a copy that nobody else can change, labelled as UTF-8; text in another encoding is converted
      def bytes(value, name)
        raise TypeError, "#{name} must be a String, not #{Text.class_of(value)}" unless String === value

        # Not String#to_s, #dup or #bytesize: a subclass may override those.
        copy = String.new(value)
        case copy.encoding
        when Encoding::UTF_8 then copy
        when Encoding::BINARY, Encoding::US_ASCII then copy.force_encoding(Encoding::UTF_8)
        else utf8(copy)
        end
      end

      # @param str [Native::Str] as a function returned it
      # @return [String] a copy
      def copy(str)
        # Not str[:ptr], which costs more.
        str.pointer.get_pointer(0).get_bytes(0, str[:len]).force_encoding(Encoding::UTF_8)
      end

      # @return [String, nil] a copy; nil for an empty text
      def present(str)
        copy(str) unless str[:len] == 0
      end

      # Calls a function that makes a text, and frees that text in any case.
      # @yieldparam out [FFI::Pointer] where the function writes the text
      # @yieldparam length [FFI::Pointer] where it writes the length
      # @yieldparam failure [FFI::Pointer] where it writes what is wrong
      # @return [String] the text
      def made
        out = FFI::MemoryPointer.new(2 * Native::POINTER)
        length = out + Native::POINTER
        Status.explain { |failure| yield out, length, failure }
        out.read_pointer.get_bytes(0, length.get(:size_t, 0)).force_encoding(Encoding::UTF_8)
      ensure
        Native.mcp_string_free(out.read_pointer) if out
      end
    end
  end
end
