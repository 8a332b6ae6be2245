# frozen_string_literal: true

require_relative 'http_answer'

module MCPErrors
  # From the exceptions of HTTP clients to errors. Classes are recognized by name, so that none of the clients is needed.
  # @api private
  module Exceptions
    # The response did not arrive in time.
    TIMEOUTS = %w[Timeout::Error Faraday::TimeoutError Errno::ETIMEDOUT].freeze
    # The request was not delivered.
    UNDELIVERED = %w[Net::OpenTimeout SocketError Errno::ECONNREFUSED Errno::EHOSTUNREACH Errno::ENETUNREACH Errno::EADDRNOTAVAIL
                     OpenSSL::SSL::SSLError Faraday::SSLError].freeze
    # The connection was lost; whether the server has the request is unknown.
    LOST = %w[EOFError Errno::ECONNRESET Errno::ECONNABORTED Errno::EPIPE IOError Net::HTTPBadResponse].freeze
    # In this order: Net::OpenTimeout is a Timeout::Error.
    NAMES = [[UNDELIVERED, :ConnectionError], [TIMEOUTS, :RequestTimeoutError], [LOST, :ResponseStreamClosedError],
             [%w[Faraday::ConnectionFailed], :ConnectionError]].freeze

    class << self
      # @return [MCPClient::Errors::MCPError, nil]
      def read(exception)
        chain = chain(exception)
        known = chain.find { |link| link.is_a?(MCPClient::Errors::MCPError) }
        return known if known

        chain.each do |link|
          error = of_response(link)
          return error if error
        end
        # The innermost exception says most: clients wrap an open timeout in a general class.
        name = chain.reverse_each.filter_map { |link| name_of(link) }.first
        name && MCPClient::Errors.const_get(name).new(exception.message)
      end

      private

      # An exception and those that it wraps.
      def chain(exception)
        chain = []
        while exception.is_a?(Exception) && chain.none? { |link| link.equal?(exception) }
          chain << exception
          exception = (exception.wrapped_exception if exception.respond_to?(:wrapped_exception)) || exception.cause
        end
        chain
      end

      def name_of(exception)
        ancestors = exception.class.ancestors.map(&:name)
        NAMES.find { |names, _| names.any? { |name| ancestors.include?(name) } }&.last
      end

      # Faraday's errors have a response as a Hash, those of Net::HTTP an object.
      def of_response(exception)
        response = exception.response if exception.respond_to?(:response)
        case response
        when nil then nil
        when Hash
          status = response[:status] || response['status']
          status && MCPErrors.from_http(status: status, headers: response[:headers] || {}, body: body(response[:body]))
        else MCPErrors.from_net_http(response) if response.respond_to?(:each_header) && response.respond_to?(:code)
        end
      end

      def body(body)
        body.nil? || body.is_a?(String) ? body : JSONText.dump(body)
      end
    end
  end
end
