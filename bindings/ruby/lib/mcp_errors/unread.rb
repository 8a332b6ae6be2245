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
    # Else the place is the number that mcp_classify_packed returned, and the data is well formed. Its spans are an offset and a
    # length of 13 bits each.
    MASK = (1 << 13) - 1
    MESSAGE_LENGTH = 13
    DATA = 26
    DATA_LENGTH = 39
    # Of the number: not 0 if there is data.
    HAS_DATA = MASK << DATA_LENGTH

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

      # @param packed [Integer] what mcp_classify_packed returned for the text
      # @return [String] the message
      def message(text, packed)
        text.byteslice(packed & MASK, (packed >> MESSAGE_LENGTH) & MASK)
      end

      # @return [String, nil] the JSON of the data
      def json(text, place)
        place < 0 ? text : text.byteslice((place >> DATA) & MASK, (place >> DATA_LENGTH) & MASK)
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
