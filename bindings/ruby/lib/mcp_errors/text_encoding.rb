# frozen_string_literal: true

module MCPErrors
  # The part of {Text} that needs no library.
  # @api private
  module Text
    class << self
      # @return [String] valid UTF-8 that reads as near as possible to the given text
      def utf8(text)
        # A copy: a subclass or a singleton method may lie about the size.
        text = String.new(text)
        return text if text.encoding == Encoding::UTF_8 && text.valid_encoding?

        if text.encoding == Encoding::BINARY || text.encoding == Encoding::UTF_8
          text.force_encoding(Encoding::UTF_8).scrub("\uFFFD")
        else
          text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace, replace: "\uFFFD")
        end
      rescue EncodingError
        text.force_encoding(Encoding::UTF_8).scrub("\uFFFD")
      end

      # The class of an object that may be a BasicObject.
      def class_of(value)
        Kernel.instance_method(:class).bind_call(value)
      end
    end
  end
end
