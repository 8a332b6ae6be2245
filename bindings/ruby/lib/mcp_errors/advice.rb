# frozen_string_literal: true

require_relative 'handle'
require_relative 'context'

module MCPErrors
  # What to do next, and why.
  #
  # Era, action and reason are Symbols, such as :legacy, :declare_capabilities, :capability_undeclared. The others are nil (cancel:
  # false) where the action has none: the version to speak, the capabilities that are missing, the whole object to declare, the
  # milliseconds to wait, the scopes to ask for, where the resource's metadata is, the event to resume after, and whether to send
  # notifications/cancelled. context_json is the context of the next try, to be passed to the next call unchanged; nil for :give_up.
  # text is a sentence for the person.
  Advice = Struct.new(:era, :action, :reason, :version, :missing, :declare, :delay_ms, :scopes, :resource_metadata,
                      :last_event_id, :cancel, :context_json, :text) do
    # @return [Hash, nil] the context of the next try, parsed
    def context
      context_json && JSONText.parse(context_json)
    end
  end

  # Makes advice.
  # @api private
  module Adviser
    ERAS = Native.names(:mcp_era_name).map(&:to_sym).freeze
    TRANSPORTS = Native.names(:mcp_transport_name).each_with_index.to_h.freeze
    # These symbols are made once: what to_sym makes is collected if nobody has it.
    SYMBOLS = %i[mcp_action_name mcp_reason_name].flat_map { |function| Native.names(function).map(&:to_sym) }.freeze
    # What stands before the context in an advice's JSON.
    CONTEXT = ',"context":'

    class << self
      def era(error, transport)
        number = TRANSPORTS.fetch(transport.to_s) do
          names = TRANSPORTS.keys.map { |name| ":#{name}" }
          raise ArgumentError, "transport must be #{names.join(' or ')}, not #{transport.inspect}"
        end
        Handle.of(error) { |handle| ERAS.fetch(Native.mcp_error_era(handle, number)) }
      end

      # @param context [String] JSON
      def advise(error, context)
        Handle.of(error) do |handle|
          made { |out, failure| Native.mcp_error_advise(handle, context, context.bytesize, out, failure) }
        end
      end

      # @param response [String] bytes
      # @param context [String] JSON
      def negotiate(response, context)
        made { |out, failure| Native.mcp_negotiate(response, response.bytesize, context, context.bytesize, out, failure) }
      end

      private

      def made
        out = FFI::MemoryPointer.new(Native::POINTER)
        Status.explain { |failure| yield out, failure }
        handle = out.read_pointer
        value(handle)
      ensure
        Native.mcp_advice_free(handle || out.read_pointer) if out
      end

      def value(handle)
        json = Text.copy(Native.mcp_advice_json(handle))
        context = context(json, handle)
        # The context is parsed only if somebody asks for it.
        json = "#{json.byteslice(0, json.bytesize - context.bytesize - CONTEXT.bytesize - 1)}}" if context
        members = JSONText.parse(json)
        members = shallow(handle) unless members.is_a?(Hash)
        Advice.new(members['era'].to_sym, members['action'].to_sym, members['reason'].to_sym, members['version'], members['missing'],
                   members['declare'], members['delay_ms'], members['scopes'], members['resource_metadata'],
                   members['last_event_id'], members['cancel'] || false, context, Text.copy(Native.mcp_advice_text(handle))).freeze
      end

      # The context is the last member of the advice's JSON: its length is enough.
      def context(json, handle)
        length = Native.mcp_advice_context_json(handle)[:len]
        json.byteslice(-length - 1, length) unless length == 0
      end

      # What can be read where a server's capabilities are nested too deeply for Ruby's JSON: those are texts then.
      def shallow(handle)
        { 'era' => Native.mcp_era_name(Native.mcp_advice_era(handle)), 'action' => Native.mcp_action_name(Native.mcp_advice_action(handle)),
          'reason' => Native.mcp_reason_name(Native.mcp_advice_reason(handle)), 'version' => Text.present(Native.mcp_advice_version(handle)),
          'missing' => Text.present(Native.mcp_advice_missing_json(handle)),
          'declare' => Text.present(Native.mcp_advice_declare_json(handle)) }
      end
    end
  end
end
