# frozen_string_literal: true

require_relative 'classification'

module MCPClient
  module Errors
    # What an error of a response has beside the readers of the original. Each returns nil where the response did not say it.
    # challenge_error, scope, error_description, resource_metadata and location are texts of the server: check a URL before you fetch it.
    class MCPError
      # @return [String, nil] the id of the response as JSON, byte for byte
      def id_json
        return @wire['id'] if @wire&.key?('id')

        MCPErrors::Classification.type(@json).last if whole_response?
      end

      # @return [Integer, String, Object, nil] the id of the response
      def id
        id_json&.then { |json| MCPErrors::JSONText.parse(json) }
      end

      # @return [Symbol, nil] what the message was, such as :error or :not_json; nil for an error that was not made from a message
      def message_type
        type = @wire && @wire['message_type']
        type ? type.to_sym : (:error if whole_response?)
      end

      # @return [String, nil] the parameter `error` of the Bearer challenge
      def challenge_error = wire('challenge_error')

      # @return [String, nil] the parameter `resource_metadata` of the Bearer challenge
      def resource_metadata = wire('resource_metadata')

      # @return [String, nil] the field Location of a redirect
      def location = wire('location')

      # @return [String, nil] the field Retry-After, as it was sent
      def retry_after = wire('retry_after')

      # @return [String, nil] the id of the last event of a stream that ended without a response
      def last_event_id = wire('last_event_id')

      # @return [Integer, nil] how many milliseconds the stream asks a client to wait before it resumes
      def retry_ms = wire('retry_ms')

      # @return [String] one line, safe for logs and terminals
      def log_line
        MCPErrors.log_line(self)
      end

      # @return [String, nil] why the data does not have the shape of the schema, or the result is invalid
      def malformed_reason
        MCPErrors.malformed_reason(self)
      end

      # What {#to_h} and pattern matching can have.
      MCP_MEMBERS = %i[kind code message data http_status id scope error_description challenge_error resource_metadata location
                       retry_after last_event_id retry_ms].freeze
      private_constant :MCP_MEMBERS

      # @return [String] the name of the class without its module; of a subclass of the host's, that of the class it stands for
      def kind
        MCPErrors::Kinds.name_of(self.class)
      end

      # @return [Hash{Symbol => Object}] what the error has: kind and message, and what else is not nil
      def to_h
        deconstruct_keys(nil).compact
      end

      # For Rails and other writers of JSON. Not called by JSON.generate itself.
      # @return [Hash{String => Object}]
      def as_json(*)
        to_h.transform_keys(&:name)
      end

      # For pattern matching: `in { code: -32_021, required_capabilities: }`.
      # @param keys [Array<Symbol>, nil]
      # @return [Hash{Symbol => Object}]
      def deconstruct_keys(keys)
        names = keys ? keys & (MCP_MEMBERS + %i[required_capabilities supported requested input_requests request_state]) : MCP_MEMBERS
        names.select { |name| respond_to?(name) }.to_h { |name| [name, public_send(name)] }
      end

      private

      # The text is a whole response, unless a place says that it is the data alone.
      def whole_response?
        @json && (@place.nil? || @place >= 0)
      end

      def wire(name)
        @wire && @wire[name]
      end
    end
  end
end
