# frozen_string_literal: true

require_relative 'native'

module MCPErrors
  # Which class stands for which kind of the core. Asked once, when the classes have been defined.
  # @api private
  module Kinds
    # A kind that a newer library knows and this gem does not is read as its nearest known ancestor.
    def self.class_of_kind(names, kind)
      kind = Native.mcp_kind_parent(kind) until MCPClient::Errors.const_defined?(names[kind], false)
      MCPClient::Errors.const_get(names[kind], false)
    end
    private_class_method :class_of_kind

    NAMES = Native.names(:mcp_kind_name)

    # Kind => class.
    CLASSES = NAMES.each_index.map { |kind| class_of_kind(NAMES, kind) }.freeze

    # Class => the name of its kind. The first kind of a class is its own; later ones are those this gem does not know.
    NAME_OF_CLASS = CLASSES.zip(NAMES).reverse.to_h.freeze

    # Kind => class, in the tree of ServerError only.
    SERVER_CLASSES = CLASSES.map { |klass| klass if klass <= MCPClient::Errors::ServerError }.freeze

    # Code => class, for the range that JSON-RPC reserves. Codes beyond it belong to applications, so no class can stand
    # for one of them, and the answer is at hand without a call: in a Ractor, too, where FFI cannot be used.
    RESERVED_BY_JSON_RPC = (-32_768..-32_000)
    BY_CODE = RESERVED_BY_JSON_RPC.to_h { |code| [code, CLASSES[Native.mcp_kind_for_code(code)]] }.freeze

    class << self
      # @param code [Object] that is no key of {BY_CODE}; -32020.0 is none, but equal to one
      # @return [Class] of the error with that code, if the peer sent a message with it
      def class_beyond_table(code)
        known = code.is_a?(Integer) ? nil : BY_CODE.each_key.find { |candidate| candidate == code }
        known ? BY_CODE[known] : MCPClient::Errors::ServerError
      end

      # @param klass [Class] a subclass of MCPError, perhaps one of the host's
      # @return [Integer] the number of the kind
      def number_of(klass)
        NAMES.index(name_of(klass))
      end

      # @param klass [Class] a subclass of MCPError, perhaps one of the host's
      # @return [String] the name of the kind
      def name_of(klass)
        klass = klass.superclass until NAME_OF_CLASS.key?(klass)
        NAME_OF_CLASS[klass]
      end
    end
  end
end
