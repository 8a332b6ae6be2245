# frozen_string_literal: true

require_relative 'classification'

module MCPErrors
  # From an HTTP response to an error.
  # @api private
  module HttpAnswer
    # The fields that count, and the members of the core's struct. The usual spellings are listed, so that they need no conversion.
    FIELDS = { 'content-type' => :content_type, 'www-authenticate' => :www_authenticate, 'retry-after' => :retry_after,
               'location' => :location, 'Content-Type' => :content_type, 'WWW-Authenticate' => :www_authenticate,
               'Retry-After' => :retry_after, 'Location' => :location }.freeze
    # By the size of a name: whether it can be one of them.
    SIZES = Array.new(FIELDS.keys.map(&:size).max + 1) { |size| FIELDS.keys.any? { |name| name.size == size } }.freeze
    CHALLENGED = [401, 403, 407].freeze
    # How a body begins that is JSON whatever its Content-Type.
    OBJECT = '{'.ord

    class << self
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read(status, headers, body, max_error_body, context)
        fields = fields(headers)
        if context || max_error_body || body.getbyte(0) != OBJECT || deciding?(fields, status)
          fields[:body] = Text.bytes(body, 'body')
          return read_handle(status, fields, max_error_body, context)
        end
        error = Classification.read(body, status)
        retry_after(error, fields[:retry_after]) if error && fields.key?(:retry_after)
        error
      end

      # @param fields [Hash{Symbol => String}] by the members of the core's struct, the body among them
      # @param context [String, nil] JSON
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read_handle(status, fields, max_error_body = nil, context = nil)
        answer = Native.room(Native::HttpResponse)
        answer.put(:uint16, Native::HttpResponse.offset_of(:status), status)
        answer.put(:size_t, Native::HttpResponse.offset_of(:max_error_body), max_error_body || 0)
        kept = (context ? fields.merge(context_json: context) : fields).map { |member, text| put(answer, member, text) }
        Handle.explained { |out, failure| Native.mcp_error_from_http(answer, out, failure) }
      ensure
        kept&.clear # until here the memory must not be collected
      end

      private

      def put(answer, member, text)
        pointer = FFI::MemoryPointer.new(:char, text.bytesize + 1, false).put_bytes(0, text)
        length = member == :context_json ? :context_len : :"#{member}_len"
        answer.put_pointer(Native::HttpResponse.offset_of(member), pointer)
        answer.put(:size_t, Native::HttpResponse.offset_of(length), text.bytesize)
        pointer
      end

      # Returns true if a field says something beyond status and body.
      def deciding?(fields, status)
        (fields.key?(:www_authenticate) && CHALLENGED.include?(status)) || (fields.key?(:location) && status.between?(300, 399))
      end

      def retry_after(error, text)
        facts = Answer.facts(error).merge('retry_after' => Text.utf8(text).freeze)
        error.instance_variable_set(:@wire, facts.freeze)
      end

      # @param headers [#each] names, in any spelling, and values; repeated fields are joined as HTTP says
      def fields(headers)
        found = {}
        headers.each do |name, value|
          name = name.to_s unless String === name
          next if !SIZES[name.size] || value.nil?

          member = FIELDS.fetch(name) { FIELDS[name.b.downcase.tr('_', '-')] } or next
          found[member] = joined(found[member], value)
        end
        found
      end

      def joined(before, value)
        return String.new(value) if before.nil? && String === value

        [before, *value].compact.map { |text| text.to_s.b }.join(', ')
      end
    end
  end
end
