# frozen_string_literal: true

require_relative 'native'

module MCPErrors
  # Base of what MCPErrors itself raises beside TypeError and ArgumentError.
  class Error < StandardError; end

  # An error that was made here has a code that no implementation may send any more, or that the specification keeps for
  # itself.
  class ForbiddenCodeError < Error; end

  # The status that a function of the core returns.
  # @api private
  module Status
    # @param status [Integer]
    # @param argument [String] what an invalid argument or JSON is about
    # @raise [ArgumentError, ForbiddenCodeError, NoMemoryError, Error] unless the status is success
    def self.check(status, argument)
      case status
      when Native::OK then nil
      when Native::INVALID_ARGUMENT, Native::INVALID_JSON then raise ArgumentError, "#{argument}: #{text(status)}"
      when Native::FORBIDDEN_CODE then raise ForbiddenCodeError, text(status)
      when Native::OUT_OF_MEMORY then raise NoMemoryError, text(status)
      else raise Error, text(status)
      end
    end

    def self.text(status)
      Native.mcp_status_text(status).force_encoding(Encoding::UTF_8)
    end
  end
end
