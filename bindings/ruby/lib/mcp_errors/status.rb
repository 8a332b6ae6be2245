# frozen_string_literal: true

require_relative 'native'

module MCPErrors
  # Base of what MCPErrors itself raises beside TypeError and ArgumentError.
  class Error < StandardError; end

  # An error that was made here has a code that must not be sent.
  class ForbiddenCodeError < Error; end

  # The status that a function of the core returns, and its explanation.
  # @api private
  module Status
    # Parameters whose members have names of their own in Ruby: they are keyword arguments here.
    KEYWORDS = %w[context server].freeze

    class << self
      # Calls a function that explains its failure: without room for that, since most calls succeed, and once more if one fails.
      # @yieldparam failure [FFI::Pointer, nil] where it writes what is wrong
      # @yieldreturn [Integer] the status
      # @raise [ArgumentError, ForbiddenCodeError, NoMemoryError, Error] unless the status is success
      def explain
        status = yield nil
        return if status == Native::OK

        check(status) unless [Native::INVALID_ARGUMENT, Native::INVALID_JSON].include?(status)
        failure = Native.room(Native::FailureStruct)
        yield failure
        raise ArgumentError, sentence(failure)
      end

      # @param status [Integer]
      # @raise [ArgumentError, ForbiddenCodeError, NoMemoryError, Error] unless the status is success
      def check(status)
        case status
        when Native::OK then nil
        when Native::INVALID_ARGUMENT, Native::INVALID_JSON then raise ArgumentError, text(status)
        when Native::FORBIDDEN_CODE then raise ForbiddenCodeError, text(status)
        when Native::OUT_OF_MEMORY then raise NoMemoryError, text(status)
        else raise Error, text(status)
        end
      end

      private

      def text(status)
        Native.mcp_status_text(status).force_encoding(Encoding::UTF_8)
      end

      def sentence(failure)
        parameter, member, problem = %i[parameter member problem].map { |name| read(failure, name) }
        parameter = parameter.delete_suffix('_json')
        offset = failure.get(:size_t, Native::FailureStruct.offset_of(:offset))
        place = [(parameter unless KEYWORDS.include?(parameter) && !member.empty?), member].compact.reject(&:empty?).join('.')
        problem += " (byte #{offset})" unless offset == (1 << (8 * Native::POINTER)) - 1
        "#{place} #{problem}"
      end

      def read(failure, name)
        failure.get_pointer(Native::FailureStruct.offset_of(name)).read_string.force_encoding(Encoding::UTF_8)
      end
    end
  end
end
