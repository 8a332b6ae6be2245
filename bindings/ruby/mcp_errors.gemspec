# frozen_string_literal: true

require_relative 'lib/mcp_errors/version'

Gem::Specification.new do |spec|
  spec.name = 'mcp_errors'
  spec.version = MCPErrors::VERSION
  spec.summary = 'Understands the errors of the Model Context Protocol'
  spec.description = 'Parses the error responses of MCP servers into typed exceptions, judges them by the rules of the specification, ' \
                     'and says what to do next. Drop-in for MCPClient::Errors of the gem ruby-mcp-client. The core is written in Rust.'
  spec.authors = ['The mcp-errors authors']
  spec.licenses = %w[MIT Apache-2.0]
  spec.required_ruby_version = '>= 3.1'
  # See "Release" in CONTRIBUTING.md.
  owner = 'OWNER'
  spec.homepage = "https://github.com/#{owner}/mcp-errors"
  spec.metadata = { 'rubygems_mfa_required' => 'true', 'homepage_uri' => spec.homepage, 'source_code_uri' => spec.homepage,
                    'changelog_uri' => "#{spec.homepage}/blob/main/CHANGELOG.md",
                    'bug_tracker_uri' => "#{spec.homepage}/issues" }
  # While the links name no owner, the gem can be built and installed, but `gem push` refuses it.
  spec.metadata['allowed_push_host'] = 'https://the-owner-is-not-set.invalid' if owner == 'OWNER'

  spec.files = Dir.chdir(__dir__) do
    Dir['lib/**/*.{rb,so,dylib,dll}', 'sig/**/*.rbs', 'ext/**/*', 'README.md', 'CHANGELOG.md', 'LICENSE-*', '.yardopts'].select do |path|
      File.file?(path)
    end
  end
  # A gem with the library in it is for one platform; one without builds the library when it is installed.
  if spec.files.any? { |path| path.end_with?('.so', '.dylib', '.dll') }
    # Split here, since RubyGems before 3.3.22 drops the "gnu" of a platform given as text.
    named = ENV.fetch('MCP_ERRORS_GEM_PLATFORM', '').split('-', 3)
    host = RbConfig::CONFIG['host_os']
    named = [RbConfig::CONFIG['host_cpu'], 'linux', host.include?('musl') ? 'musl' : 'gnu'] if named.empty? && host.include?('linux')
    spec.platform = named.empty? ? Gem::Platform::CURRENT : Gem::Platform.new(named)
    spec.files.reject! { |path| path.start_with?('ext/') }
  else
    spec.extensions = ['ext/mcp_errors/extconf.rb']
  end

  spec.add_dependency 'ffi', '~> 1.15'
end
