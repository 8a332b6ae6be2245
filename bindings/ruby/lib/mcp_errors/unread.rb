# frozen_string_literal: true

require_relative 'json_text'
require_relative 'status'

module MCPErrors
  # Stands in the place of the data (the instance variable @data) of an error that was read from bytes, until somebody asks
  # for the data: it is parsed then. The peer's own text is kept in @json, which only errors from bytes have; it is nil where
  # there was no data.
  # @api private
  class Unread
    # @return [Boolean] what the core says of the data: good until somebody has the value, and may change it
    attr_reader :verdict

    def initialize(verdict)
      @verdict = verdict
    end

    WELL_FORMED = new(true).freeze
    MALFORMED = new(false).freeze

    # The members that the core finds: in the data of which code, and where it tells their place.
    SPANS = {
      'requiredCapabilities' => [-32_021, Native::ClassificationLayout.offset_of(:required_capabilities)],
      'supported' => [-32_022, Native::ClassificationLayout.offset_of(:supported)],
      'requested' => [-32_022, Native::ClassificationLayout.offset_of(:requested)]
    }.freeze
    private_constant :SPANS

    class << self
      # Parses the data of an error, and puts it in its place.
      # @return [Object] the value; the text itself where Ruby's JSON refuses it
      def read(error)
        json = error.instance_variable_get(:@json).freeze
        value = JSONText.parse(json)
        return value if value.equal?(json) || error.frozen?

        # Another thread may have been quicker: everybody shall get the same object.
        current = error.instance_variable_get(:@data)
        return current unless Unread === current

        error.instance_variable_set(:@data, value)
      end

      # A member of data that Ruby's JSON refuses as a whole.
      # @param json [String] of the data
      # @param name [String] of a member that the schema of an error knows
      # @return [Object, nil]
      def member(json, name)
        code, span = SPANS[name]
        return unless code

        text = "{\"code\":#{code},\"message\":\"\",\"data\":#{json}}"
        out = FFI::MemoryPointer.new(Native::ClassificationLayout.size)
        out.put(:size_t, 0, out.size)
        Status.check(Native.mcp_classify(text, text.bytesize, 0, out), 'data')
        offset = out.get_int64(span)
        JSONText.parse(text.byteslice(offset, out.get_int64(span + 8))) unless offset < 0
      end
    end
  end
end
