# frozen_string_literal: true

require_relative 'classification'

module MCPErrors
  # From an HTTP response to an error.
  # @api private
  module HttpAnswer
    # The fields that count, and the members of the core's struct.
    FIELDS = { 'content-type' => :content_type, 'www-authenticate' => :www_authenticate, 'retry-after' => :retry_after,
               'location' => :location }.freeze
    RETRY_AFTER = 'retry-after'.size
    # The statuses of which a challenge or a location says more.
    BY_FIELDS = [*300..399, 401, 403, 407].to_h { |status| [status, true] }.freeze
    # How a body begins that is JSON whatever its Content-Type.
    OBJECT = '{'.ord

    class << self
      # @return [MCPClient::Errors::MCPError, nil] nil for a result
      def read(status, headers, body, max_error_body, context)
        # Of a JSON body and most statuses only Retry-After says more.
        return read_json(status, headers, body) if body.getbyte(0) == OBJECT && !context && !max_error_body && !BY_FIELDS[status]

        read_handle(status, fields(headers).update(body: Text.bytes(body, 'body')), max_error_body, context)
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
        text = String.new(text) # of which nobody overrides bytesize
        pointer = FFI::MemoryPointer.new(:char, text.bytesize + 1, false).put_bytes(0, text)
        length = member == :context_json ? :context_len : :"#{member}_len"
        answer.put_pointer(Native::HttpResponse.offset_of(member), pointer)
        answer.put(:size_t, Native::HttpResponse.offset_of(length), text.bytesize)
        pointer
      end

      def read_json(status, headers, body)
        error = Classification.read(body, status) or return
        retry_after = nil
        headers.each do |name, value|
          name = name.to_s unless String === name
          next unless name.size == RETRY_AFTER && (name == 'retry-after' || field(name) == :retry_after) && !value.nil?

          retry_after = joined(retry_after, value)
        end
        keep(error, retry_after) if retry_after
        error
      end

      def keep(error, retry_after)
        facts = error.instance_variable_get(:@wire)
        retry_after = Text.utf8(retry_after)
        error.instance_variable_set(:@wire, facts ? facts.merge('retry_after' => retry_after) : { 'retry_after' => retry_after })
      end

      # @param headers [#each] names, in any spelling, and values; repeated fields are joined as HTTP says
      def fields(headers)
        found = {}
        headers.each do |name, value|
          name = name.to_s unless String === name
          member = field(name) unless value.nil?
          found[member] = joined(found[member], value) if member
        end
        found
      end

      def field(name)
        FIELDS[name.b.downcase.tr('_', '-')]
      end

      def joined(before, value)
        return String.new(value) if before.nil? && String === value

        [before, *value].compact.map { |text| text.to_s.b }.join(', ')
      end
    end
  end
end
