# frozen_string_literal: true

module MCPErrors
  # Version of the gem; the library it was written for has the same.
  VERSION = '0.1.0'
end
