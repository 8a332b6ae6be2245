# frozen_string_literal: true

require 'fileutils'
require 'open3'
require 'tmpdir'

RSpec.describe 'tasks/gem_suite.sh' do
  # A checkout as small as can be.
  def checkout(folder, examples)
    FileUtils.mkdir_p([File.join(folder, 'lib/mcp_client'), File.join(folder, 'spec')])
    File.write(File.join(folder, 'lib/mcp_client.rb'), "require_relative 'mcp_client/errors'\n")
    File.write(File.join(folder, 'lib/mcp_client/errors.rb'), <<~'RUBY')
      module MCPClient
        module Errors
          ORIGINAL = true
          class MCPError < StandardError; end
          class ServerError < MCPError; end
        end
      end
    RUBY
    File.write(File.join(folder, 'spec/a_spec.rb'), "$LOAD_PATH.unshift File.expand_path('../lib', __dir__)\nrequire 'mcp_client'\n#{examples}")
    Open3.capture2e(File.join(Vectors::GEM, 'tasks/gem_suite.sh'), folder)
  end

  it 'finds no difference where there is none, also among examples that fail' do
    Dir.mktmpdir do |folder|
      output, status = checkout(folder, <<~'RUBY')
        RSpec.describe MCPClient::Errors do
          it('passes') { expect(MCPClient::Errors::ServerError.new('m').message).to eq 'm' }
          it('fails') { expect(1).to eq 2 }
        end
      RUBY
      expect(output).to eq "2 examples, 1 of them fail with the original; 0 differ with the replacement\n"
      expect(status).to be_success
    end
  end

  it 'names an example that ends otherwise' do
    Dir.mktmpdir do |folder|
      output, status = checkout(folder, <<~'RUBY')
        RSpec.describe(MCPClient::Errors) { it('sees the original') { expect(MCPClient::Errors.const_defined?(:ORIGINAL)).to be true } }
      RUBY
      expect(output).to include('sees the original: passed, with the replacement failed', '1 differ')
      expect(status).not_to be_success
    end
  end

  it 'refuses a folder that is not a checkout' do
    Dir.mktmpdir { |folder| expect(Open3.capture2e(File.join(Vectors::GEM, 'tasks/gem_suite.sh'), folder).last.exitstatus).to eq 2 }
  end
end
