# frozen_string_literal: true

require_relative 'native'

module MCPErrors
  # Whether one capability that a server requires has the shape of the schema.
  #
  # The host's value may hold anything (NaN, itself, five thousand levels), so it is not written out for the core. Only this
  # much of it can matter: is it an object, and which of the members that the schema types are there, and are objects. That
  # makes a few dozen cases; the core is asked about each of them when this file is loaded, and only members that can matter
  # are looked at. No call is needed afterwards, so verdicts can be had in a Ractor, too, where FFI 1.15 does not work.
  # @api private
  module CapabilityShape
    # What a member is, and how a sample of it is written.
    ABSENT = 0
    OBJECT = 1
    OTHER = 2
    SAMPLES = [nil, '{}', '0'].freeze

    # A capability with members that the schema types as objects.
    class WithMembers
      def initialize(name, members)
        @members = members.map { |member| [member, member.to_sym] }
        @verdicts = SAMPLES.each_index.to_a.repeated_permutation(members.size).map do |states|
          present = members.zip(states).reject { |_, state| state == ABSENT }
          CapabilityShape.ask(name, "{#{present.map { |member, state| "\"#{member}\":#{SAMPLES[state]}" }.join(',')}}")
        end
        @other = CapabilityShape.ask(name, SAMPLES[OTHER])
      end

      def well_formed?(value)
        return @other unless Hash === value

        # The states are the digits of a number, in the order of the permutations.
        index = 0
        @members.each { |string, symbol| index = (index * SAMPLES.size) + state(value, string, symbol) }
        @verdicts[index]
      end

      private

      # A String key hides its Symbol twin, also if its value is nil.
      def state(value, string, symbol)
        key = value.key?(string) ? string : symbol
        return ABSENT unless value.key?(key)

        Hash === value[key] ? OBJECT : OTHER
      end
    end

    # A capability that is a map from names, which are free, to objects.
    class OfObjects
      def initialize(name)
        @objects = CapabilityShape.ask(name, '{"0":{}}')
        @others = CapabilityShape.ask(name, '{"0":{},"1":0}')
        @other = CapabilityShape.ask(name, SAMPLES[OTHER])
      end

      def well_formed?(value)
        return @other unless Hash === value

        value.each_value.all?(Hash) ? @objects : @others
      end
    end

    # A capability that is an object, whatever its members.
    class Open
      def initialize(name)
        @object = CapabilityShape.ask(name, SAMPLES[OBJECT])
        @other = CapabilityShape.ask(name, SAMPLES[OTHER])
      end

      def well_formed?(value)
        Hash === value ? @object : @other
      end
    end

    # @return [Boolean] whether the core takes a capability for well formed
    def self.ask(name, sample)
      text = "{\"#{name}\":#{sample}}"
      Native.mcp_caps_is_well_formed(text, text.bytesize)
    end

    capability_error = MCPClient::Errors::MissingRequiredClientCapabilityError
    # Name => what is asked. Every other capability is free.
    BY_NAME = Ractor.make_shareable(
      capability_error::TYPED_CAPABILITY_MEMBERS.to_h { |name, members| [name, WithMembers.new(name, members.map(&:-@))] }
        .merge(capability_error::OBJECT_MAP_CAPABILITIES.to_h { |name| [name, OfObjects.new(name)] })
        .merge(capability_error::OPEN_OBJECT_CAPABILITIES.to_h { |name| [name, Open.new(name)] })
    )

    # @param name [String]
    # @param value [Object] what the server requires of it
    def self.well_formed?(name, value)
      shape = BY_NAME[name]
      shape.nil? || shape.well_formed?(value)
    end
  end
end
