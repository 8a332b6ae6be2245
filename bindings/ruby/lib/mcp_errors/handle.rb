# frozen_string_literal: true

require_relative 'json_text'
require_relative 'status'
require_relative 'answer'

module MCPErrors
  # Handles of the core. A handle lives within one call of this module; what leaves it are plain Ruby values.
  # @api private
  module Handle
    class << self
      # Calls a function that makes an error, yields the handle, and frees it whatever happens.
      # @param maker [#call] gets the out-pointer and returns the status
      # @return [Array(Integer, Object)] the status and what the block returned; nil if there is no handle
      def with(maker)
        out = FFI::MemoryPointer.new(:pointer)
        status = maker.call(out)
        handle = out.read_pointer
        [status, status == Native::OK && !handle.null? ? yield(handle) : nil]
      ensure
        Native.mcp_error_free(out.read_pointer) if out
      end

      # Yields a handle of an error of the host's.
      # @return [Object] what the block returned
      def of(error, &)
        view = view_json(error)
        status, result = with(->(out) { Native.mcp_error_from_view_json(view, view.bytesize, out) }, &)
        Status.check(status, 'error')
        result
      end

      # Like {of}, but for an error that was made here in order to be sent: what may not be sent is refused later.
      def of_built(error, &)
        code = error.code
        data = Answer.data_json(error)
        message = Text.utf8(error.message.to_s)
        number = FFI::MemoryPointer.new(:int64).put_int64(0, code) if code
        kind = Kinds.number_of(error.class)
        maker = lambda do |out|
          Native.mcp_error_new_server(kind, message, message.bytesize, number, data, data.to_s.bytesize,
                                      status_of(error) || 0, out)
        end
        status, result = with(maker, &)
        Status.check(status, 'error')
        result
      end

      # @param handle [FFI::Pointer]
      # @return [MCPClient::Errors::MCPError] with all that the handle knows
      def to_error(handle)
        klass = Kinds::CLASSES[Native.mcp_error_kind(handle)]
        code = Text.present(Native.mcp_error_code_text(handle))
        json = Text.copy(Native.mcp_error_data_json(handle)) if Native.mcp_error_has_data(handle)
        Answer.build(klass, Text.copy(Native.mcp_error_message(handle)), code && Integer(code, 10), json,
                     Native.mcp_error_is_well_formed(handle), Native.mcp_error_http_status(handle)) do |message|
          klass.new(message, scope: Text.present(Native.mcp_error_scope(handle)),
                             error_description: Text.present(Native.mcp_error_description(handle)))
        end
      end

      private

      # The view of an error from which the core makes its own.
      def view_json(error)
        members = { kind: Kinds.name_of(error.class), message: Text.utf8(error.message.to_s), message_is_string: true,
                    code_text: Answer.code(error).then { |code| code.is_a?(Integer) ? code.to_s : '' },
                    http_status: status_of(error), local: Answer.local?(error), retry_after: Answer.retry_after(error) }
        if error.is_a?(MCPClient::Errors::InsufficientScopeError)
          members.update({ scope: error.scope, error_description: error.error_description }.select { |_, text| String === text })
        end
        data = Answer.data_json(error)
        members[:has_data] = !data.nil?
        "#{JSONText.dump(members).chop},\"data\":#{data || 'null'}}"
      end

      # The status, as far as HTTP knows it: the host may have set anything, also 404.0.
      def status_of(error)
        status = Answer.http_status(error)
        (100..599).find { |known| known == status } if status.is_a?(Numeric)
      end
    end
  end
end
