# frozen_string_literal: true

require 'json'
require_relative 'text'

module MCPErrors
  # JSON as this binding reads and writes it: what Ruby's JSON would raise on is answered instead.
  # @api private
  module JSONText
    # One escape sequence: a surrogate pair, a surrogate on its own (captured), or any other.
    ESCAPE = /\\(?:u[dD][89abAB]\h\h\\u[dD][c-fC-F]\h\h|(u[dD][89a-fA-F]\h\h)|.)/m
    # Deep enough for any honest peer, and far from the end of a fiber's stack.
    MAX_NESTING = 1000
    SURROGATE = /\\u[dD][89a-fA-F]/

    class << self
      # @param text [String] JSON that the core has read
      # @return [Object] its value; the text itself where Ruby's JSON refuses it (nested more than {MAX_NESTING} levels deep).
      #   A lone surrogate, which Ruby's JSON refuses or garbles, reads as U+FFFD.
      def parse(text)
        JSON.parse(SURROGATE.match?(text) ? without_lone_surrogates(text) : text, max_nesting: MAX_NESTING)
      rescue JSON::ParserError, SystemStackError
        text
      end

      # Writes any Ruby value. What no JSON can carry (NaN, an infinity, an object that is none of JSON's, a circular
      # reference) becomes null, bytes that are no UTF-8 become U+FFFD. Where a Hash has a name as String and as Symbol,
      # the String counts. Does not recurse: depth is no matter.
      # @return [String]
      def dump(value)
        Writer.new.write(value)
      end

      # @return [String] a JSON string
      def string(text)
        JSON.generate(String.new(Text.utf8(text)))
      end

      private

      def without_lone_surrogates(text)
        text.gsub(ESCAPE) { |escape| Regexp.last_match(1) ? '\ufffd' : escape }
      end
    end

    # One run of {JSONText.dump}.
    class Writer
      # A container that is being written: what is still to come of it (the next one last), what closes
      # it, and whether the next member wants a comma.
      Open = Struct.new(:container, :rest, :close, :comma)
      private_constant :Open

      def initialize
        @out = +''
        @open = []
        @path = {}.compare_by_identity
      end

      def write(value)
        put(value)
        step(@open.last) until @open.empty?
        @out
      end

      private

      def step(top)
        return leave(top) if top.rest.empty?

        name, value = top.rest.pop
        @out << ',' if top.comma
        top.comma = true
        @out << JSONText.string(name) << ':' if name
        put(value)
      end

      def put(value)
        case value
        when Hash then enter(value, '{', '}', members(value))
        when Array then enter(value, '[', ']', value.map { |item| [nil, item] })
        when String then @out << JSONText.string(value)
        when Symbol then @out << JSONText.string(value.name)
        when Integer, true, false then @out << value.to_s
        when Float then @out << (value.finite? ? value.to_s : 'null')
        else @out << 'null'
        end
      end

      def enter(container, open, close, members)
        return @out << 'null' if @path.key?(container)

        @path[container] = true
        @open << Open.new(container, members.reverse, close, false)
        @out << open
      end

      def leave(top)
        @open.pop
        @path.delete(top.container)
        @out << top.close
      end

      def members(hash)
        hash.filter_map do |key, value|
          [key.to_s, value] unless key.is_a?(Symbol) && hash.key?(key.name)
        end
      end
    end
    private_constant :Writer
  end
end
