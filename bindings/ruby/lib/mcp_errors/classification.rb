# frozen_string_literal: true

require_relative 'handle'

module MCPErrors
  # From the bytes of a response to an error, in one call of the core: it tells the kind, its verdicts and where in the bytes
  # the texts stand.
  # @api private
  module Classification
    SIZE = Native::ClassificationLayout.size
    # What is read of it, as numbers of 64 bits: kind and flags in one, code, status, then the spans of the code's text, of the
    # message and of data. A span is an offset (as a signed number, -1 where there is none) and a length.
    FIRST = Native::ClassificationLayout.offset_of(:kind)
    COUNT = (Native::ClassificationLayout.offset_of(:required_capabilities) - FIRST) / 8
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
    # By the flag WELL_FORMED, which is the lowest bit.
    MARKERS = [Unread::MALFORMED, Unread::WELL_FORMED].freeze
    # There is no error, or its texts cannot be cut out of the bytes.
    RARE = CODE_OVERFLOW | DATA_NOT_UTF8 | NOT_AN_ERROR

    # The free buffers, one for each call that is under way: those of other threads, and of the handler of a signal that reads a
    # message while one is being read. A call takes one out and puts it back; pop and push cannot be interrupted.
    FREE = [] # rubocop:disable Style/MutableConstant
    private_constant :FREE

    class << self
      # Every message goes through here, so this is one method, and it reads nothing twice.
      # @param bytes [String] a response
      # @param http_status [Integer] 0 for a response that came in band
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read(bytes, http_status)
        bytes = Text.bytes(bytes, 'bytes') unless String === bytes && bytes.encoding == Encoding::UTF_8
        out = FREE.pop || new_buffer
        status = Native.mcp_classify_response(bytes, bytes.bytesize, http_status, out)
        Status.check(status, 'response') unless status == Native::OK

        # One call for all numbers costs less than one for each.
        both, code, _, _, _, offset, length, data, data_length = out.get_array_of_int64(FIRST, COUNT)
        FREE.push(out)
        flags = LITTLE_ENDIAN ? both >> 32 : both & LOWER
        return flags & NOT_AN_ERROR == 0 ? from_handle(bytes, http_status) : nil if flags & RARE != 0 || offset < 0

        message = bytes.byteslice(offset, length)
        code = nil if flags & HAS_CODE == 0
        json = bytes.byteslice(data, data_length) if flags & HAS_DATA != 0
        kind = LITTLE_ENDIAN ? both & LOWER : both >> 32
        message = decode(message) if flags & MESSAGE_NEEDS_DECODING != 0
        if http_status == 0 && (klass = Kinds::SERVER_CLASSES[kind])
          klass.allocate.__send__(:receive, message, code, json && MARKERS[flags & WELL_FORMED], json)
        else
          Answer.build(Kinds::CLASSES[kind], message, code, json, flags & WELL_FORMED != 0, http_status)
        end
      end

      private

      def new_buffer
        FFI::MemoryPointer.new(SIZE).tap { |buffer| buffer.put(:size_t, 0, SIZE) }
      end

      # @param inside [String] the inside of a JSON string, with escapes or ill-formed bytes
      def decode(inside)
        # Nothing gets longer by decoding than one ill-formed byte: U+FFFD has three.
        capacity = inside.bytesize * 3
        out = FFI::MemoryPointer.new(:char, capacity, false)
        size = Native.mcp_json_string_decode(inside, inside.bytesize, out, capacity)
        out.get_bytes(0, size).force_encoding(Encoding::UTF_8)
      end

      # The rare cases: a message that is no string or of the core's own making, a code beyond 64 bits, data that is not UTF-8.
      def from_handle(bytes, http_status)
        maker =
          if http_status == 0
            ->(out) { Native.mcp_error_from_response(bytes, bytes.bytesize, out) }
          else
            HttpAnswer.maker(http_status, bytes)
          end
        status, error = Handle.with(maker) { |handle| Handle.to_error(handle) }
        Status.check(status, 'response')
        error
      end
    end
  end
end
