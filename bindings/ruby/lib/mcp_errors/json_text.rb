# frozen_string_literal: true

require 'json'
require_relative 'text_encoding'

module MCPErrors
  # Parses and writes JSON without raising: what Ruby's JSON refuses is handled here.
  # @api private
  module JSONText
    # One escape sequence: a surrogate pair, a lone surrogate (captured), or any other.
    ESCAPE = /\\(?:u[dD][89abAB]\h\h\\u[dD][c-fC-F]\h\h|(u[dD][89a-fA-F]\h\h)|.)/m
    # Deep enough for any honest server, and far from the end of a fiber's stack.
    MAX_NESTING = 1000
    SURROGATE = /\\u[dD][89a-fA-F]/
    # What a JSON string must escape.
    SPECIAL = /["\\\x00-\x1f]/
    # Deeper values are written by {Writer}.
    MAX_PLAIN_NESTING = 50
    # From 2.13 on Ruby's JSON warns of a repeated name, and later refuses it, unless told otherwise.
    QUICK = Gem::Version.new(JSON::VERSION) < Gem::Version.new('2.13') ? nil : { allow_duplicate_key: true }.freeze
    DEEP = { max_nesting: MAX_NESTING }.merge(QUICK || {}).freeze

    # From 2.9 on no parser object is needed.
    if JSON::Parser.respond_to?(:parse) && JSON::Parser.method(:parse).arity == 2
      def self.parse_plain(text) = JSON::Parser.parse(text, QUICK)
    elsif QUICK
      def self.parse_plain(text) = JSON.parse(text, QUICK)
    else
      def self.parse_plain(text) = JSON::Parser.new(text).parse
    end
    private_class_method :parse_plain

    class << self
      # @param text [String] JSON that the core has checked
      # @return [Object] its value; the text itself where Ruby's JSON refuses it (more than {MAX_NESTING} levels).
      #   A lone surrogate, which Ruby's JSON refuses or garbles, reads as U+FFFD.
      def parse(text)
        sound = text.include?('\\u') && SURROGATE.match?(text) ? without_lone_surrogates(text) : text
        parse_plain(sound)
      rescue JSON::NestingError
        parse_deep(sound, text)
      rescue JSON::ParserError
        text
      end

      # Writes any Ruby value. What no JSON can hold (NaN, an infinity, an object that is none of JSON's, a circular
      # reference) becomes null, bytes that are not UTF-8 become U+FFFD. If a Hash has a name as String and as Symbol,
      # the String counts.
      # @return [String]
      def dump(value)
        plain?(value, 0) ? JSON.generate(value) : Writer.new.write(value)
      end

      # Writes what a host says of itself: as {dump}, but quicker, and an object that is none of JSON's may become a string.
      # @return [String]
      def quick(value)
        JSON.generate(value)
      rescue StandardError, SystemStackError
        Writer.new.write(value)
      end

      # @return [String] a JSON string
      def string(text)
        text = Text.utf8(text)
        SPECIAL.match?(text) ? JSON.generate(text) : "\"#{text}\""
      end

      private

      def parse_deep(sound, text)
        JSON.parse(sound, DEEP)
      rescue JSON::ParserError, SystemStackError
        text
      end

      # Returns true if Ruby's JSON writes the value as {Writer} does.
      def plain?(value, depth)
        case value
        when String then plain_string?(value)
        when Integer, Symbol, true, false, nil then true
        when Float then value.finite?
        when Array then value.instance_of?(Array) && depth < MAX_PLAIN_NESTING && value.all? { |item| plain?(item, depth + 1) }
        when Hash
          value.instance_of?(Hash) && depth < MAX_PLAIN_NESTING && value.all? do |name, item|
            (Symbol === name ? !value.key?(name.name) : String === name && plain_string?(name)) && plain?(item, depth + 1)
          end
        else false
        end
      end

      def plain_string?(text)
        text.instance_of?(String) && text.encoding == Encoding::UTF_8 && text.valid_encoding?
      end

      def without_lone_surrogates(text)
        text.gsub(ESCAPE) { |escape| Regexp.last_match(1) ? '\ufffd' : escape }
      end
    end

    # Writes what Ruby's JSON refuses. Does not recurse, so depth does not matter.
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
