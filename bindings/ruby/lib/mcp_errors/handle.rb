# frozen_string_literal: true

require_relative 'text'
require_relative 'json_text'
require_relative 'kinds'
require_relative 'answer'

module MCPErrors
  # Handles of the core. A handle lives within one call of this module; what is returned are plain Ruby values.
  # @api private
  module Handle
    # What is kept of mcp_error_view_json, if it is not what most errors have.
    FACTS = { 'message_type' => nil, 'message_is_string' => true, 'built' => false, 'error_object' => nil, 'body_ignored' => false,
              'challenge_error' => nil, 'scope' => nil, 'error_description' => nil, 'resource_metadata' => nil, 'location' => nil,
              'retry_after' => nil, 'last_event_id' => nil, 'retry_ms' => nil, 'malformed_reason' => nil }.freeze
    # The same as texts of mcp_view, for an error whose data is nested too deeply for Ruby's JSON.
    TEXTS = { 'challenge_error' => :challenge_error, 'scope' => :scope, 'error_description' => :description,
              'resource_metadata' => :resource_metadata, 'location' => :location, 'retry_after' => :retry_after }.freeze
    HAS_DATA = 1 << 8

    class << self
      # Calls a function that makes an error.
      # @yieldparam out [FFI::Pointer] where it writes the handle
      # @yieldreturn [Integer] the status
      # @return [MCPClient::Errors::MCPError, nil] nil for a result, and if the function makes no error
      def made(&maker)
        with(maker) { |handle| to_error(handle) }
      end

      # As {made}, for a function that explains its failure.
      # @yieldparam out [FFI::Pointer]
      # @yieldparam failure [FFI::Pointer]
      def explained
        made do |out|
          result = nil
          Status.explain do |failure|
            result = yield out, failure
            result == Native::NOT_AN_ERROR ? Native::OK : result
          end
          result
        end
      end

      # Yields a handle of an error of the host's, and frees it in any case.
      # @return [Object] what the block returned
      def of(error)
        out = FFI::MemoryPointer.new(Native::POINTER)
        fill(out, error)
        handle = out.read_pointer
        yield handle
      ensure
        Native.mcp_error_free(handle || out.read_pointer) if out
      end

      private

      # Yields the handle that a function makes, and frees it in any case.
      def with(maker)
        out = FFI::MemoryPointer.new(Native::POINTER)
        status = maker.call(out)
        return if status == Native::NOT_AN_ERROR

        Status.check(status)
        handle = out.read_pointer
        yield handle unless handle.null?
      ensure
        Native.mcp_error_free(handle || out.read_pointer) if out
      end

      def fill(out, error)
        text = response(error)
        status = if text then Native.mcp_error_from_response(text, text.bytesize, out)
                 else
                   view = view_json(error)
                   Native.mcp_error_from_view_json(view, view.bytesize, out, nil)
                 end
        Status.check(status)
      end

      # The response that an error was made from, if that still says all that the error does: the host may have read the data and
      # changed it, set a status, or overridden a reader. The core reads a response in a third of the time that a view takes.
      # @return [String, nil]
      def response(error)
        json = error.instance_variable_get(:@json)
        return if json.nil? || error.instance_variable_get(:@wire) || Answer.http_status(error) || data_known?(error)

        packed = Native.mcp_classify_packed(json, json.bytesize, 0)
        return if packed < 0

        index = packed >> Classification::CODE
        json if error.instance_of?(Kinds::BY_PACKED_CODE[index]) && (index + Kinds::FIRST_CODE).eql?(error.code) &&
                Unread.message(json, packed).eql?(error.message)
      end

      # Returns true if somebody may have changed the data.
      def data_known?(error)
        place = error.instance_variable_get(:@place)
        return !nil.equal?(error.data) unless place

        place < 0 || error.instance_variable_defined?(:@data)
      end

      def to_error(handle)
        view = Native.room(Native::View)
        Status.check(Native.mcp_error_view(handle, view))
        flags = view.get_uint32(Native::View.offset_of(:flags))
        code = text(view, :code_text)
        json = text(view, :data_json) if flags & HAS_DATA != 0
        status = view.get_uint32(Native::View.offset_of(:http_status))
        Answer.build(Kinds::CLASSES[view.get_int32(Native::View.offset_of(:kind))], text(view, :message), code.empty? ? nil : Integer(code, 10),
                     json, flags & 1 != 0, status, facts(handle, view))
      end

      def facts(handle, view)
        whole = JSONText.parse(Text.copy(Native.mcp_error_view_json(handle)))
        facts =
          if whole.is_a?(Hash) then whole.slice(*FACTS.keys).reject { |name, value| value == FACTS[name] }
          else
            TEXTS.transform_values { |member| text(view, member) }.reject { |_, text| text.empty? }
          end
        # Of other kinds it follows from the data.
        facts.delete('malformed_reason') unless whole.is_a?(Hash) && whole['kind'] == 'InvalidResultError'
        id = text(view, :id_json)
        facts['id'] = id unless id.empty?
        facts
      end

      def text(view, member)
        offset = Native::View.offset_of(member)
        view.get_pointer(offset).get_bytes(0, view.get(:size_t, offset + Native::POINTER)).force_encoding(Encoding::UTF_8)
      end

      # The view of an error from which the core makes its own. Written by hand, since most of it needs no escapes.
      def view_json(error)
        code = Answer.code(error)
        data = Answer.data_json(error)
        facts = Answer.facts(error)
        server_error = error.is_a?(MCPClient::Errors::ServerError)
        received = Answer.received?(error)
        facts = facts.merge(scope(error)) if error.is_a?(MCPClient::Errors::InsufficientScopeError)
        "{\"kind\":\"#{Kinds.name_of(error.class)}\",\"message\":#{JSONText.string(error.message.to_s)}," \
          "\"code_text\":\"#{code if code.is_a?(Integer)}\",\"http_status\":#{status_of(error) || 'null'}," \
          "\"local\":#{!server_error && !received},\"built\":#{server_error && !received},\"has_data\":#{!data.nil?}," \
          "\"data\":#{data || 'null'}#{",#{members(facts)}" unless facts.empty?}}"
      end

      # Members that count before those above: of a repeated one the last is read.
      def members(facts)
        id = facts['id']
        "#{"\"id\":#{id}," if id}#{JSONText.quick(facts.except('id'))[1..-2]}".delete_suffix(',')
      end

      def scope(error)
        { 'scope' => error.scope, 'error_description' => error.error_description }.transform_values { |text| text if text.is_a?(String) }
      end

      # The status if it is one of HTTP: the host may have set anything, also 404.0.
      def status_of(error)
        status = Answer.http_status(error)
        return if status.nil?
        return status if status.is_a?(Integer) && status.between?(100, 999)

        (100..999).find { |known| known == status } if status.is_a?(Numeric) && !status.is_a?(Integer)
      end
    end
  end
end
