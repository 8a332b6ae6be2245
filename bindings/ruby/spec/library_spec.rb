# frozen_string_literal: true

require 'open3'
require 'tmpdir'

RSpec.describe MCPErrors::Library do
  def ruby(environment, script, *arguments)
    Open3.capture2e(environment, RbConfig.ruby, '-I', File.join(Vectors::GEM, 'lib'), '-e', script, *arguments)
  end

  def compiled(folder, source)
    path = File.join(folder, 'libmcp_errors.so')
    system('cc', '-shared', '-fPIC', '-x', 'c', '-', '-o', path, in: written(folder, source), exception: true)
    path
  end

  def written(folder, source)
    File.join(folder, 'x.c').tap { |path| File.write(path, source) }
  end

  it 'takes the one that the environment names, and no other' do
    expect(described_class.find('MCP_ERRORS_LIBRARY' => MCPErrors::Native::PATH)).to eq MCPErrors::Native::PATH
    expect { described_class.find('MCP_ERRORS_LIBRARY' => '/nowhere/x.so') }.to raise_error(LoadError) { |error|
      expect(error.message).to include('MCP_ERRORS_LIBRARY: /nowhere/x.so does not exist', 'make lib', 'cargo')
      expect(error.message).not_to include 'checkout:'
    }
  end

  it 'tells the person at require what was tried and how to get it' do
    Dir.mktmpdir do |folder|
      # A copy of the gem's files, so that neither a packaged library nor a checkout is near.
      system('cp', '-r', File.join(Vectors::GEM, 'lib'), folder, exception: true)
      Dir.glob(File.join(folder, '**/libmcp_errors.*')).each { |path| File.delete(path) }
      output, status = Open3.capture2e({ 'MCP_ERRORS_LIBRARY' => nil }, RbConfig.ruby, '-I', File.join(folder, 'lib'), '-e',
                                       'require "mcp_errors"')
      expect(status).not_to be_success
      expect(output).to include('LoadError', 'packaged in the gem:', 'built in the checkout:', 'installed on the system: ',
                                'libmcp_errors.so.1', 'make lib')
    end
  end

  it 'refuses a file that is not a library, and a library that is another' do
    Dir.mktmpdir do |folder|
      text = File.join(folder, 'text.so').tap { |path| File.write(path, 'no library') }
      expect { described_class.find('MCP_ERRORS_LIBRARY' => text) }.to raise_error LoadError, /text\.so/
      other = compiled(folder, 'int other(void) { return 0; }')
      expect { described_class.find('MCP_ERRORS_LIBRARY' => other) }.to raise_error LoadError, /is not the library of mcp_errors/
    end
  end

  it 'refuses another ABI' do
    Dir.mktmpdir do |folder|
      other = compiled(folder, '#include <stdint.h>
uint32_t mcp_errors_abi_version(void) { return 7; }')
      output, status = ruby({ 'MCP_ERRORS_LIBRARY' => other }, 'require "mcp_errors"')
      expect(status).not_to be_success
      expect(output).to include('has ABI version 7', 'needs ABI version 1')
    end
  end

  it 'refuses a library that lacks a function' do
    Dir.mktmpdir do |folder|
      other = compiled(folder, '#include <stdint.h>
uint32_t mcp_errors_abi_version(void) { return 1; }')
      output, status = ruby({ 'MCP_ERRORS_LIBRARY' => other }, 'require "mcp_errors"')
      expect(status).not_to be_success
      expect(output).to include('is older than this gem', 'mcp_errors_version')
    end
  end

  it 'is loaded without a child process' do
    script = <<~'RUBY'
      module Kernel
        %i[system spawn exec fork `].each { |name| define_method(name) { |*| abort "#{name} called" } }
      end
      %i[popen pipe].each { |name| IO.define_singleton_method(name) { |*| abort "#{name} called" } }
      %i[spawn fork].each { |name| Process.define_singleton_method(name) { |*| abort "#{name} called" } }
      require "mcp_errors"
      puts "loaded"
    RUBY
    expect(ruby({}, script).first).to eq "loaded\n"
  end

  it 'has every name that is bound, and the header declares it' do
    header = File.read(File.join(Vectors::CHECKOUT, 'include/mcp_errors.h'))
    library = FFI::DynamicLibrary.open(MCPErrors::Native::PATH, FFI::DynamicLibrary::RTLD_LAZY)
    MCPErrors::Functions::ALL.each_key do |name|
      expect(library.find_function(name.to_s)).not_to be_nil, name.to_s
      expect(header).to match(/\b#{name}\s*\(/)
    end
  end

  it 'has structs of the layout that the header gives them' do
    layouts = { 'mcp_classification' => MCPErrors::Native::Classified, 'mcp_http_response' => MCPErrors::Native::HttpResponse,
                'mcp_str' => MCPErrors::Native::Str, 'mcp_failure' => MCPErrors::Native::FailureStruct,
                'mcp_request' => MCPErrors::Native::Request }
    ours = layouts.transform_values { |struct| [struct.size, *struct.offsets.map(&:last)] }
    lines = layouts.map do |name, struct|
      offsets = struct.members.map { |member| "printf(\" %zu\", offsetof(struct #{name}, #{member}));" }.join
      "printf(\"#{name} %zu\", sizeof(struct #{name})); #{offsets} puts(\"\");"
    end
    source = "#include <stdio.h>\n#include <stddef.h>\n#include \"mcp_errors.h\"\nint main(void) { #{lines.join("\n")} return 0; }\n"
    Dir.mktmpdir do |folder|
      file = File.join(folder, 'layout.c').tap { |path| File.write(path, source) }
      system('cc', '-I', File.join(Vectors::CHECKOUT, 'include'), file, '-o', File.join(folder, 'layout'), exception: true)
      theirs = IO.popen([File.join(folder, 'layout')], &:readlines).to_h do |line|
        line.split.then do |name, *numbers|
          [name, numbers.map(&:to_i)]
        end
      end
      expect(ours).to eq theirs
    end
  end

  it 'has the flags in the order that the header gives them' do
    header = File.read(File.join(Vectors::CHECKOUT, 'include/mcp_errors.h'))
    flags = header.scan(/^  MCP_FLAG_(\w+) = (\d+),$/).to_h.transform_values { |number| Integer(number) }
    %i[WELL_FORMED HAS_CODE CODE_OVERFLOW HAS_DATA MESSAGE_NEEDS_DECODING DATA_NOT_UTF8 NOT_AN_ERROR].each do |name|
      expect(MCPErrors::Classification.const_get(name)).to eq(flags.fetch(name.to_s)), name.to_s
    end
  end
end
