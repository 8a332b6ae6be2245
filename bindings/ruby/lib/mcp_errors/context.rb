# frozen_string_literal: true

require_relative 'json_text'

module MCPErrors
  # What a host tells the core about its request and about itself.
  # @api private
  module Context
    # @param context [Hash, String, nil] members, or the text that an advice has in context_json
    # @param members [Hash] more members, which count before those of the context
    # @return [String] JSON; empty without a context
    def self.json(context, members)
      case context
      when nil then members.empty? ? '' : JSONText.dump(members)
      when String then members.empty? ? Text.bytes(context, 'context') : json(JSONText.parse(Text.bytes(context, 'context')), members)
      when Hash then JSONText.dump(members.empty? ? context : context.transform_keys(&:to_s).update(members.transform_keys(&:to_s)))
      else raise TypeError, "context must be a Hash or a String of JSON, not #{Text.class_of(context)}"
      end
    end
  end
end
