# frozen_string_literal: true

require 'open3'
require 'rubygems/package'
require 'tmpdir'

RSpec.describe 'the gem' do
  def run(environment, *command, chdir: '/')
    output, status = Open3.capture2e(environment, *command, chdir: chdir)
    expect(status).to be_success, output
    output
  end

  # @return [String] the path of the gem
  def pack(way, input, folder)
    run({}, RbConfig.ruby, File.join(Vectors::GEM, 'tasks/package.rb'), way, input, File.join(folder, 'stage'), folder).lines.last.chomp
  end

  # Installed with nothing but the packages of the system beside it, used from a folder outside the checkout.
  def use(gem, home, environment = {})
    environment = { 'GEM_HOME' => home, 'MCP_ERRORS_LIBRARY' => nil, 'RUBYLIB' => nil, 'RUBYOPT' => nil, **environment }
    run(environment, RbConfig.ruby, '-S', 'gem', 'install', '--local', '--no-document', gem)
    script = <<~'RUBY'
      require 'mcp_client/errors'
      p MCPClient::Errors::ServerError.from_jsonrpc({ 'code' => -32020, 'message' => 'm' })
      require 'mcp_errors'
      puts MCPErrors::Native::PATH
      error = MCPErrors.from_response('{"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}')
      p MCPErrors.advise(error, supported_caps: { roots: {} }).action
    RUBY
    lines = run(environment, RbConfig.ruby, '-e', script, chdir: home).lines.map(&:chomp)
    expect(lines).to match ['#<MCPClient::Errors::HeaderMismatchError: m>', start_with(File.realpath(home)),
                            ':declare_capabilities']
  end

  it 'for this platform holds the library, and works outside the checkout' do
    Dir.mktmpdir do |folder|
      gem = pack('platform', MCPErrors::Native::PATH, folder)
      contents = Gem::Package.new(gem).spec
      expect(gem).to end_with '-linux-gnu.gem'
      expect(contents.metadata.keys).to include('homepage_uri', 'source_code_uri', 'changelog_uri')
      # `gem push` goes by it.
      expect(contents.metadata.key?('allowed_push_host')).to be contents.homepage.include?('OWNER')
      expect(contents.extensions).to eq []
      expect(contents.files).to include('lib/mcp_errors.rb', 'lib/mcp_client/errors.rb', 'lib/mcp_errors/libmcp_errors.so',
                                        'sig/mcp_errors.rbs', 'README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE')
      expect(contents.files.grep(%r{\A(spec|tasks|bench|ext)/})).to eq []
      use(gem, File.join(folder, 'home'))
    end
  end

  it 'from source builds the library with cargo when it is installed' do
    Dir.mktmpdir do |folder|
      gem = pack('source', Vectors::CHECKOUT, folder)
      contents = Gem::Package.new(gem).spec
      expect(contents.platform).to eq 'ruby'
      expect(contents.files).to include('ext/mcp_errors/extconf.rb', 'ext/mcp_errors/crate/Cargo.toml',
                                        'ext/mcp_errors/crate/src/lib.rs')
      expect(contents.files.grep(/\.so\z|\.hpp\z|bench|tool/)).to eq []
      use(gem, File.join(folder, 'home'))
    end
  end

  it 'from source says what is missing where there is no cargo' do
    output, status = Open3.capture2e({ 'CARGO' => 'no-such-cargo' }, RbConfig.ruby,
                                     File.join(Vectors::GEM, 'ext/mcp_errors/extconf.rb'), chdir: Dir.tmpdir)
    expect(status).not_to be_success
    expect(output).to include('no-such-cargo was not found')
    expect(output).to match(/install Rust \d+\.\d+/)
  end
end
