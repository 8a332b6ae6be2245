# frozen_string_literal: true

require_relative 'json_text'

module MCPErrors
  # What a host tells the core about its request and about itself.
  # @api private
  module Context
    # Yields the context as JSON; a slip in the name of a member is easier to find if the error lists the names.
    # @param context see {json}
    # @param members see {json}
    def self.with(context, members)
      yield json(context, members)
    rescue ArgumentError => e
      raise unless e.message == 'context has an unknown member'

      names = (context.is_a?(Hash) ? context.keys : []) | members.keys
      raise ArgumentError, "#{e.message}, one of: #{names.join(', ')}"
    end

    # @param context [Hash, String, nil] members, or the text that an advice has in context_json
    # @param members [Hash] more members, which count before those of the context
    # @return [String] JSON; empty without a context
    def self.json(context, members)
      case context
      when nil then members.empty? ? '' : JSONText.quick(members)
      when String then members.empty? ? Text.bytes(context, 'context') : json(JSONText.parse(Text.bytes(context, 'context')), members)
      when Hash then JSONText.quick(members.empty? ? context : context.transform_keys(&:to_s).update(members.transform_keys(&:to_s)))
      else raise TypeError, "context must be a Hash or a String of JSON, not #{Text.class_of(context)}"
      end
    end
  end
end
