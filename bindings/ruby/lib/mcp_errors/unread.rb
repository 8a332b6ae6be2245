# frozen_string_literal: true

require_relative 'json_text'

module MCPErrors
  # The data of an error that was parsed from bytes. It is parsed when somebody asks for it: until then the error has no instance
  # variable @data, but @json (a text) and @place (an Integer that says where in the text the data is, and whether it is well formed).
  # Both are plain values, so the error survives Marshal and dup.
  # @api private
  module Unread
    # The whole text is the data.
    WELL_FORMED = -1
    MALFORMED = -2
    # Else the place is offset and length, as mcp_classify_packed returns them, and the data is well formed.
    BITS = 13
    MASK = (1 << BITS) - 1

    # Methods of an error that its verdict depends on. If a host overrides one of them, the verdict on unread data does not count.
    WATCHED = %i[initialize code data data_member requested].freeze

    # The classes whose errors have unread data and a verdict on it.
    CLASSES = %w[ServerError MethodNotFoundError HeaderMismatchError MissingRequiredClientCapabilityError
                 UnsupportedProtocolVersionError InputRequiredError InvalidResultError
                 TransientServerError].map { |name| "MCPClient::Errors::#{name}" }.freeze

    # Members of data that can be read where Ruby's JSON refuses data as a whole: the code whose data has them, and their index among
    # the spans of mcp_classification.
    SPANS = { 'requiredCapabilities' => [-32_021, 0], 'supported' => [-32_022, 1], 'requested' => [-32_022, 2] }.freeze
    private_constant :SPANS

    class << self
      # @return [Boolean] whether errors are built with their data parsed, since a host has overridden readers of the classes
      attr_reader :off

      # Turns lazy reading off for good, because a host changes what the classes do.
      def turn_off
        return if @off

        @off = true
        Classification.turn_eager if MCPErrors.const_defined?(:Classification, false)
        begin
          ObjectSpace.each_object(MCPClient::Errors::ServerError) { |error| error.__send__(:read_data) }
        rescue StandardError
          nil # not every Ruby can list its objects
        end
      end

      # @return [String, nil] the JSON of the data
      def json(text, place)
        place < 0 ? text : text.byteslice(place & MASK, place >> BITS)
      end

      # @return [Object] the value; the text itself where Ruby's JSON refuses it
      def parse(text, place)
        JSONText.parse(json(text, place).freeze)
      end

      # Returns a member of data that Ruby's JSON refuses as a whole.
      # @param json [String] of the data
      # @param name [String] of a member that the schema of an error knows
      # @return [Object, nil]
      def member(json, name)
        code, index = SPANS[name]
        return unless code

        require_relative 'classification'
        found = Classification.member("{\"code\":#{code},\"message\":\"\",\"data\":#{json}}", index)
        found && JSONText.parse(found)
      end
    end
  end
end
