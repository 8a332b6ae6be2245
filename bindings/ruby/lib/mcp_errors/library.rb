# frozen_string_literal: true

require 'ffi'
require_relative 'functions'
require_relative 'version'

module MCPErrors
  # Finds the shared library of the core and opens it. Nothing is executed for that: only known places are looked at.
  module Library
    # The ABI this binding was written against.
    ABI_VERSION = 1
    # Names the library to load, and then no other place is looked at.
    VARIABLE = 'MCP_ERRORS_LIBRARY'

    FILE = FFI::Platform.windows? ? 'mcp_errors.dll' : "libmcp_errors.#{FFI::Platform::LIBSUFFIX}".freeze
    SONAME = if FFI::Platform.windows? then FILE
             elsif FFI::Platform.mac? then "libmcp_errors.#{ABI_VERSION}.dylib"
             else
               "libmcp_errors.so.#{ABI_VERSION}"
             end
    PACKAGED = File.join(__dir__, FILE).freeze
    CHECKOUT = File.expand_path("../../../../target/release/#{FILE}", __dir__).freeze

    HELP = <<~TEXT.chomp
      To get it, do one of these:
        - install the gem mcp_errors from RubyGems or from source (that needs Rust: the command cargo)
        - run `make lib` in a checkout of mcp-errors
        - set #{VARIABLE} to the path of #{FILE}
    TEXT

    class << self
      # @param environment [#[]] where {VARIABLE} is looked up
      # @return [String] the path or soname of the library, which can be opened and has the right ABI
      # @raise [LoadError] if there is none; the text names what was tried and how to get the library
      def find(environment = ENV)
        failures = candidates(environment).map do |origin, name|
          reason = obstacle(name)
          return name unless reason

          "  - #{origin}: #{reason}"
        end
        raise LoadError, "The library of mcp_errors cannot be loaded. Tried:\n#{failures.join("\n")}\n#{HELP}"
      end

      private

      def candidates(environment)
        named = environment[VARIABLE].to_s
        return { VARIABLE => named } unless named.empty?

        { 'packaged in the gem' => PACKAGED, 'built in the checkout' => CHECKOUT, 'installed on the system' => SONAME }
      end

      # @return [String, nil] why the library of that name cannot be used
      def obstacle(name)
        return "#{name} does not exist" if name.include?('/') && !File.exist?(name)

        library = FFI::DynamicLibrary.open(name, FFI::DynamicLibrary::RTLD_LAZY)
        check_abi(name, library)
        missing = Functions::ALL.each_key.reject { |function| library.find_function(function.name) }
        "#{name} is older than this gem (mcp_errors #{VERSION}): it has no #{missing.first}" if missing.any?
      rescue LoadError => e
        raise if e.is_a?(AbiMismatch)

        e.message
      end

      def check_abi(name, library)
        symbol = library.find_function('mcp_errors_abi_version')
        raise LoadError, "#{name} is not the library of mcp_errors" unless symbol

        found = FFI::Function.new(:uint32, [], symbol).call
        return if found == ABI_VERSION

        raise AbiMismatch, "#{name} has ABI version #{found}, but this gem (mcp_errors #{VERSION}) needs ABI version " \
                           "#{ABI_VERSION}.\nInstall gem and library of the same release, or set #{VARIABLE} to another library."
      end
    end

    # A library was found, but it speaks another ABI. Going on to the next place would hide that.
    class AbiMismatch < LoadError; end
  end
end
