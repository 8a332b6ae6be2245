# frozen_string_literal: true

# Checks the RBS signatures: they parse, every name in them resolves, and they name what the library has.
require 'rbs'
require 'pathname'

loader = RBS::EnvironmentLoader.new
loader.add(path: Pathname(File.expand_path('../sig', __dir__)))
environment = RBS::Environment.from_loader(loader).resolve_type_names
builder = RBS::DefinitionBuilder.new(env: environment)
own = environment.class_decls.keys.select { |name| name.to_s.match?(/\A::(MCPErrors|MCPClient)\b/) }
abort 'no signature was found' if own.empty?
own.each do |name|
  builder.build_singleton(name)
  builder.build_instance(name)
end

require_relative '../lib/mcp_errors'

wrong = own.flat_map do |name|
  value = Object.const_get(name.to_s)
  singleton = builder.build_singleton(name).methods.select { |_, method| method.defined_in == name }.keys
  instance = builder.build_instance(name).methods.select { |_, method| method.defined_in == name }.keys
  singleton.reject { |method| value.respond_to?(method, true) }.map { |method| "#{name}.#{method}" } +
    instance.reject { |method| value.method_defined?(method) || value.private_method_defined?(method) }
            .map { |method| "#{name}##{method}" }
end
abort "signatures without a method: #{wrong.join(', ')}" if wrong.any?
puts "#{own.size} signatures of classes and modules hold"
