# frozen_string_literal: true

require_relative 'handle'

module MCPErrors
  # What to do next, and why.
  #
  # Era, action and reason are Symbols, such as :legacy, :declare_capabilities, :capability_undeclared. The others are nil
  # where the action has none: the version to speak, the capabilities that are missing, the whole object to declare, the
  # milliseconds to wait. The text is a sentence for the person.
  Advice = Struct.new(:era, :action, :reason, :version, :missing, :declare, :delay_ms, :text, keyword_init: true)

  # Makes advice.
  # @api private
  module Adviser
    ERAS = Native.names(:mcp_era_name).map(&:to_sym).freeze
    ACTIONS = Native.names(:mcp_action_name).map(&:to_sym).freeze
    REASONS = Native.names(:mcp_reason_name).map(&:to_sym).freeze
    TRANSPORTS = Native.names(:mcp_transport_name).each_with_index.to_h.freeze

    class << self
      def era(error, transport)
        number = TRANSPORTS.fetch(transport.to_s) do
          raise ArgumentError, "transport must be #{TRANSPORTS.keys.map do |name|
                                                      ":#{name}"
                                                    end.join(' or ')}, not #{transport.inspect}"
        end
        Handle.of(error) { |handle| ERAS.fetch(Native.mcp_error_era(handle, number)) }
      end

      def advise(error, context)
        Handle.of(error) do |handle|
          text = JSONText.dump(context)
          status, advice = advice(handle, text)
          refuse(handle, context) if status == Native::INVALID_ARGUMENT
          Status.check(status, 'context')
          advice
        end
      end

      private

      def advice(handle, context)
        out = FFI::MemoryPointer.new(:pointer)
        status = Native.mcp_error_advise(handle, context, context.bytesize, out)
        [status, status == Native::OK ? value(out.read_pointer) : nil]
      ensure
        Native.mcp_advice_free(out.read_pointer) if out
      end

      def value(handle)
        Advice.new(era: ERAS.fetch(Native.mcp_advice_era(handle)), action: ACTIONS.fetch(Native.mcp_advice_action(handle)),
                   reason: REASONS.fetch(Native.mcp_advice_reason(handle)),
                   version: Text.present(Native.mcp_advice_version(handle)),
                   missing: parsed(Native.mcp_advice_missing_json(handle)),
                   declare: parsed(Native.mcp_advice_declare_json(handle)),
                   delay_ms: delay(handle), text: Text.copy(Native.mcp_advice_text(handle))).freeze
      end

      def parsed(str)
        json = Text.present(str)
        json && JSONText.parse(json)
      end

      def delay(handle)
        out = FFI::MemoryPointer.new(:uint64)
        out.get_uint64(0) if Native.mcp_advice_delay_ms(handle, out)
      end

      # The core says that something in the context is wrong; asking for each member alone tells which.
      def refuse(handle, context)
        wrong = context.find do |name, value|
          advice(handle, JSONText.dump({ name => value })).first == Native::INVALID_ARGUMENT
        end
        raise ArgumentError, 'context: its values contradict each other' unless wrong

        raise ArgumentError, "#{wrong.first} cannot be #{wrong.last.inspect}"
      end
    end
  end
end
