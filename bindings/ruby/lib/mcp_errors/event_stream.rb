# frozen_string_literal: true

require_relative 'text'

module MCPErrors
  # Reads the messages of an event stream (text/event-stream) as its bytes arrive.
  #
  #     stream = MCPErrors::EventStream.new
  #     stream.push(chunk) { |message| handle(message) }
  #     stream.finish { |message| handle(message) }
  #
  # Not for several threads at once.
  class EventStream
    # @param max_event [Integer] the most bytes of one event; a larger one is skipped, and :too_large is yielded in its place
    def initialize(max_event: 16_777_216)
      raise ArgumentError, 'max_event must be a positive Integer' unless max_event.is_a?(Integer) && max_event > 0

      out = FFI::MemoryPointer.new(Native::POINTER)
      Status.check(Native.mcp_sse_reader_new(max_event, out))
      @reader = FFI::AutoPointer.new(out.read_pointer, Native.method(:mcp_sse_reader_free))
      @finished = false
    end

    # @param bytes [String] the next bytes of the stream
    # @yieldparam message [String, Symbol] the data of an event, usually JSON; :too_large for an event that was skipped
    # @return [self]
    def push(bytes, &)
      raise IOError, 'the stream has ended' if @finished

      bytes = Text.bytes(bytes, 'bytes')
      Status.check(Native.mcp_sse_reader_push(@reader, bytes, bytes.bytesize))
      take(&)
    end

    # Says that the stream has ended.
    # @yieldparam message [String, Symbol] as for {#push}
    # @return [self]
    def finish(&)
      @finished = true
      Status.check(Native.mcp_sse_reader_finish(@reader))
      take(&)
    end

    # @return [String, nil] the id by which the stream can be resumed
    def last_event_id
      Text.present(Native.mcp_sse_reader_last_event_id(@reader))
    end

    # @return [Integer, nil] how many milliseconds the server asks a client to wait before it resumes
    def retry_ms
      out = FFI::MemoryPointer.new(:uint64)
      out.get_uint64(0) if Native.mcp_sse_reader_retry_ms(@reader, out)
    end

    private

    def take
      text = Native::Str.new
      flags = FFI::MemoryPointer.new(:bool, 2)
      loop do
        Status.check(Native.mcp_sse_reader_next(@reader, text, flags, flags + 1))
        too_large = flags.get_uint8(1) != 0
        return self if flags.get_uint8(0) == 0 && !too_large

        message = too_large ? :too_large : Text.copy(text)
        yield message if block_given?
      end
    end
  end
end
