# frozen_string_literal: true

require_relative 'native'
require_relative '../mcp_client/errors'

module MCPErrors
  # Which class stands for which kind of the core.
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

    # The lowest code that mcp_classify_packed returns, and code - FIRST_CODE => class. A few codes have a class of their own.
    FIRST_CODE = -32_768
    BY_PACKED_CODE = (FIRST_CODE..-32_000).map { |code| CLASSES[Native.mcp_kind_for_code(code)] }.freeze

    # @param klass [Class] a subclass of MCPError, perhaps one of the host's
    # @return [String] the name of the kind
    def self.name_of(klass)
      klass = klass.superclass until NAME_OF_CLASS.key?(klass)
      NAME_OF_CLASS[klass]
    end
  end
end
