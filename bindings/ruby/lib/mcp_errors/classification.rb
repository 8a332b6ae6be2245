# frozen_string_literal: true

require_relative 'handle'

module MCPErrors
  # From the bytes of a response to an error. Most errors take one call of the core that returns one number; others a second call
  # that fills a struct; the rest a handle.
  # @api private
  module Classification
    UTF_8 = Encoding::UTF_8
    # The number that mcp_classify_packed returns for a result.
    RESULT = -2
    # Where the code is in the other numbers. The span of the message begins at bit 0; for that of the data see Unread.
    CODE = 52

    # What is read of the struct, as numbers of 64 bits: kind and flags in one, code, status, then the spans of the code's text, of
    # the message and of data. A span is an offset (as a signed number, -1 if missing) and a length.
    FIRST = Native::Classified.offset_of(:kind)
    COUNT = (Native::Classified.offset_of(:required_capabilities) - FIRST) / 8
    MESSAGE_TYPE = Native::Classified.offset_of(:message_type)
    ID = Native::Classified.offset_of(:id)
    # Of two numbers of 32 bits that are read as one of 64, the first is the lower half.
    LITTLE_ENDIAN = [1].pack('s') == [1].pack('s<')
    LOWER = 0xFFFF_FFFF

    # The flags that are of use here.
    WELL_FORMED = 1 << 0
    HAS_CODE = 1 << 6
    CODE_OVERFLOW = 1 << 7
    HAS_DATA = 1 << 8
    MESSAGE_NEEDS_DECODING = 1 << 10
    DATA_NOT_UTF8 = 1 << 11
    NOT_AN_ERROR = 1 << 12
    # There is no error, or its texts cannot be cut out of the bytes.
    RARE = CODE_OVERFLOW | DATA_NOT_UTF8 | NOT_AN_ERROR

    TYPES = Native.names(:mcp_message_type_name).map(&:to_sym).freeze

    class << self
      # Errors are built with their data parsed from now on.
      def turn_eager
        # A check in {read} would cost every message some 50 ns.
        singleton_class.prepend(Eager)
      end

      # Every message goes through here, so this is one method.
      # @param bytes [String] a response
      # @param http_status [Integer] 0 for a response without HTTP
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read(bytes, http_status)
        raise TypeError, "bytes must be a String, not #{Text.class_of(bytes)}" unless String === bytes

        # A copy, since another thread may change the String meanwhile, and a subclass may lie about its size. No method of the
        # String is called for it, and no other copy costs less.
        text = '' + bytes # rubocop:disable Style/StringConcatenation
        text = Text.bytes(text, 'bytes') unless text.encoding == UTF_8
        packed = Native.mcp_classify_packed(text, text.bytesize, http_status)
        return packed == RESULT ? nil : read_struct(text, http_status) if packed < 0

        index = packed >> CODE
        error = Kinds::BY_PACKED_CODE[index].allocate.receive_packed(packed, index + Kinds::FIRST_CODE, text)
        error.http_status = http_status unless http_status == 0
        error
      end

      # @param text [String] an error member
      # @param index [Integer] of a span, counted from that of the required capabilities
      # @return [String, nil] what the core finds there
      def member(text, index)
        out = Native.room(Native::Classified)
        Status.check(Native.mcp_classify(text, text.bytesize, 0, out))
        cut(text, out, Native::Classified.offset_of(:required_capabilities) + (16 * index))
      end

      # @param text [String] a message
      # @return [Array(Symbol, String)] its type, and the JSON of its id, nil without one
      def type(text)
        span = FFI::MemoryPointer.new(:int64, 2)
        number = Native.mcp_message_type_of(text, text.bytesize, span)
        raise NoMemoryError if number < 0

        [TYPES.fetch(number), cut(text, span, 0)&.scrub("\uFFFD")]
      end

      # @return [String, nil] the part of a text that a span in a struct stands for
      def cut(text, struct, offset)
        start = struct.get_int64(offset)
        text.byteslice(start, struct.get_int64(offset + 8)) unless start < 0
      end

      private

      def read_struct(text, http_status)
        out = Native.room(Native::Classified)
        Status.check(Native.mcp_classify_response(text, text.bytesize, http_status, out))
        both, code, _, _, _, offset, length, data, data_length = out.get_array_of_int64(FIRST, COUNT)
        flags = LITTLE_ENDIAN ? both >> 32 : both & LOWER
        return if flags & NOT_AN_ERROR != 0
        return from_handle(text, http_status) if flags & RARE != 0 || offset < 0

        message = text.byteslice(offset, length)
        message = decode(message) if flags & MESSAGE_NEEDS_DECODING != 0
        kind = LITTLE_ENDIAN ? both & LOWER : both >> 32
        Answer.build(Kinds::CLASSES[kind], message, flags & HAS_CODE == 0 ? nil : code,
                     flags & HAS_DATA == 0 ? nil : text.byteslice(data, data_length), flags & WELL_FORMED != 0, http_status,
                     facts(text, out))
      end

      def facts(text, out)
        { 'error_object' => true, 'message_type' => TYPES.fetch(out.get_int32(MESSAGE_TYPE)).name,
          'id' => cut(text, out, ID)&.scrub("\uFFFD") }.compact
      end

      # @param inside [String] the inside of a JSON string, with escapes or ill-formed bytes
      def decode(inside)
        # Nothing gets longer by decoding than one ill-formed byte: U+FFFD has three.
        capacity = inside.bytesize * 3
        out = FFI::MemoryPointer.new(:char, capacity, false)
        size = Native.mcp_json_string_decode(inside, inside.bytesize, out, capacity)
        out.get_bytes(0, size).force_encoding(Encoding::UTF_8)
      end

      # The rare cases: a message that is not a string or of the core's own making, a code beyond 64 bits, data that is not UTF-8.
      def from_handle(text, http_status)
        return HttpAnswer.read_handle(http_status, { body: text }) unless http_status == 0

        Handle.made { |out| Native.mcp_error_from_response(text, text.bytesize, out) }
      end
    end

    # Errors whose data is parsed at once: see {Unread.turn_off}.
    module Eager
      # (see Classification.read)
      def read(bytes, http_status)
        read_struct(Text.bytes(bytes, 'bytes'), http_status)
      end
    end
    private_constant :Eager

    turn_eager if Unread.off
  end
end
