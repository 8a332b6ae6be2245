# frozen_string_literal: true

require_relative '../mcp_client/errors'

module MCPErrors
  # What a server responded, beside the class and the message: extends the errors that were made from a response and whose class has
  # no readers for it (a ConnectionError by status 401, a TransportError for what is not a response). The values are instance
  # variables, so they survive dup, Marshal and YAML.
  module Answer
    # @return [Integer, nil]
    attr_reader :code
    # @return [Integer, nil] the status of the HTTP response
    attr_reader :http_status
    # @return [Object, nil]
    attr_reader :data

    # @return [String, nil] the scope that the server's challenge names
    def scope
      defined?(@scope) ? @scope : @wire&.fetch('scope', nil)
    end

    # @return [String, nil] the explanation in the server's challenge
    def error_description
      defined?(@error_description) ? @error_description : @wire&.fetch('error_description', nil)
    end

    # A copy that has these readers, too.
    def dup
      clone(freeze: false)
    end

    class << self
      # Makes an error of a response.
      # @param json [String, nil] the data, nil without data
      # @param http_status [Integer] 0 without one
      # @param facts [Hash{String => Object}] what else is known, by the names of mcp_error_view_json; id is JSON
      # @api private
      def build(klass, message, code, json, well_formed, http_status, facts)
        error =
          if klass <= MCPClient::Errors::ServerError then build_server_error(klass, message, code, json, well_formed)
          else
            build_other(klass, message, code, json, facts)
          end
        error.instance_variable_set(:@http_status, http_status == 0 ? nil : http_status)
        error.instance_variable_set(:@wire, facts.freeze)
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

      # @return [String, nil] the data as JSON: the server's own text as long as nobody has the value
      # @api private
      def data_json(error)
        json = received_json(error)
        return json if json && !error.instance_variable_defined?(:@data)

        data = error.respond_to?(:data) ? error.data : error.instance_variable_get(:@data)
        return json if json && data == json # Ruby's JSON refuses it
        return JSONText.dump(data) unless nil.equal?(data)

        # The server's null is not the absence of data.
        json if json == 'null'
      end

      # @return [String, nil] the server's text of the data
      # @api private
      def received_json(error)
        place = error.instance_variable_get(:@place)
        place && Unread.json(error.instance_variable_get(:@json), place)
      end

      # @return [Hash{String => Object}] what else is known of the error
      # @api private
      def facts(error)
        error.instance_variable_get(:@wire) || {}
      end

      # @return [Boolean] true if this is a condition of the host's own
      # @api private
      def local?(error)
        !error.is_a?(MCPClient::Errors::ServerError) && !received?(error)
      end

      # @return [Boolean] true if the error was made from a message
      # @api private
      def received?(error)
        (error.instance_variable_defined?(:@wire) && !facts(error)['built']) || error.instance_variable_defined?(:@json)
      end

      private

      def build_server_error(klass, message, code, json, well_formed)
        place = well_formed ? Unread::WELL_FORMED : Unread::MALFORMED if json
        return klass.allocate.__send__(:receive, message, code, json, place) unless Unread.off

        error = klass.new(message, code: code, data: json && JSONText.parse(json))
        keep(error, :@json => json, :@place => place)
      end

      def build_other(klass, message, code, json, facts)
        error =
          if klass <= MCPClient::Errors::InsufficientScopeError
            klass.new(message, scope: facts['scope'], error_description: facts['error_description'])
          else
            klass.new(message)
          end
        keep(error, :@code => code, :@data => json && JSONText.parse(json), :@json => json,
                    :@place => (Unread::WELL_FORMED if json)).extend(Answer)
      end

      def keep(error, variables)
        variables.each { |name, value| error.instance_variable_set(name, value) }
        error
      end
    end
  end
end
