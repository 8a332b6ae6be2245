# frozen_string_literal: true

require_relative '../mcp_client/errors'

module MCPErrors
  # What a server answered, beside the class and the message: readable on every error that was made from an answer, also
  # on those whose class has no readers for it (a ConnectionError by status 401, a TransportError for what is no response).
  # The values are instance variables, so they survive dup, Marshal and YAML.
  module Answer
    # @return [Integer, nil]
    attr_reader :code
    # @return [Integer, nil] the status of the HTTP answer
    attr_reader :http_status

    # @return [Object, nil]
    def data
      Unread === @data ? Unread.read(self) : @data
    end

    # A copy that has these readers, too.
    def dup
      clone(freeze: false)
    end

    class << self
      # Makes an error of an answer.
      # @param json [String, nil] the data, nil where there was none
      # @param http_status [Integer] 0 where there was none
      # @yield [message] makes an error of the one class that takes other arguments, InsufficientScopeError
      # @api private
      def build(klass, message, code, json, well_formed, http_status, &)
        marker = well_formed ? Unread::WELL_FORMED : Unread::MALFORMED if json
        return build_other(klass, message, code, marker, json, http_status, &) unless klass <= MCPClient::Errors::ServerError

        error = klass.allocate.__send__(:receive, message, code, marker, json)
        error.http_status = http_status unless http_status == 0
        error
      end

      # @api private
      def code(error)
        error.respond_to?(:code) ? error.code : error.instance_variable_get(:@code)
      end

      # @api private
      def http_status(error)
        error.respond_to?(:http_status) ? error.http_status : error.instance_variable_get(:@http_status)
      end

      # @return [String, nil] the data as JSON: the peer's own text as long as nobody has the value
      # @api private
      def data_json(error)
        kept = error.instance_variable_get(:@data)
        return error.instance_variable_get(:@json) if Unread === kept

        data = error.respond_to?(:data) ? error.data : kept
        return JSONText.dump(data) unless nil.equal?(data)

        # The peer's null is not the absence of data.
        json = error.instance_variable_get(:@json)
        json if json == 'null'
      end

      # @return [String, nil] the field Retry-After
      # @api private
      def retry_after(error)
        error.instance_variable_get(:@retry_after)
      end

      # @return [Boolean] whether this is a condition of the host's own that no peer spoke of
      # @api private
      def local?(error)
        !error.is_a?(MCPClient::Errors::ServerError) && !error.instance_variable_defined?(:@http_status)
      end

      # @return [Boolean] whether the error is known to come from a peer
      # @api private
      def received?(error)
        error.instance_variable_defined?(:@json)
      end

      private

      def build_other(klass, message, code, marker, json, http_status)
        error = klass <= MCPClient::Errors::InsufficientScopeError ? yield(message) : klass.new(message)
        # The status is set also if there is none: this tells the error from a condition of the host's own.
        http_status = nil if http_status == 0
        { :@code => code, :@data => marker, :@json => json, :@http_status => http_status }.each do |name, value|
          error.instance_variable_set(name, value)
        end
        error.extend(Answer)
      end
    end
  end
end
