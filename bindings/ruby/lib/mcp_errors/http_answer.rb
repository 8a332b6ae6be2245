# frozen_string_literal: true

require_relative 'classification'

module MCPErrors
  # From an HTTP answer to an error.
  # @api private
  module HttpAnswer
    # The fields that count, and the members of the core's struct.
    FIELDS = { 'content-type' => :content_type, 'www-authenticate' => :www_authenticate, 'retry-after' => :retry_after }.freeze

    class << self
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read(status, headers, body)
        body = Text.bytes(body, 'body')
        fields = fields(headers)
        error = plain?(fields) ? Classification.read(body, status) : with_fields(status, fields, body)
        return error unless error && fields.key?(:retry_after)

        error.instance_variable_set(:@retry_after, Text.utf8(fields[:retry_after]))
        error
      end

      # @return [#call] for {Handle.with}
      def maker(status, body, fields = {})
        lambda do |out|
          kept = []
          answer = Native::HttpResponse.new
          answer[:struct_size] = Native::HttpResponse.size
          answer[:status] = status
          fields.merge(body: body).each do |member, text|
            kept << (answer[member] = FFI::MemoryPointer.from_string(text))
            answer[:"#{member}_len"] = text.bytesize
          end
          Native.mcp_error_from_http(answer, out)
        end
      end

      private

      # @return [Boolean] whether the fields tell nothing beyond status and body
      def plain?(fields)
        !fields.key?(:www_authenticate) && !fields[:content_type].to_s.match?(/event-stream/in)
      end

      def with_fields(status, fields, body)
        result, error = Handle.with(maker(status, body, fields)) { |handle| Handle.to_error(handle) }
        Status.check(result, 'response') unless result == Native::NOT_AN_ERROR
        error
      end

      # @param headers [#each] names, in any spelling, and values; repeated fields are joined as HTTP says
      def fields(headers)
        found = {}
        headers.each do |name, value|
          member = FIELDS[name.to_s.b.downcase.tr('_', '-')]
          next if member.nil? || value.nil?

          values = [found[member], *value].compact.map { |text| text.to_s.b }
          found[member] = values.join(', ')
        end
        found
      end
    end
  end
end
