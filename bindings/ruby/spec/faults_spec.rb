# frozen_string_literal: true

require 'open3'
require 'tmpdir'
require_relative '../bench/plain_rules'

# One group for each kind of fault that users of the first edition reported.
RSpec.describe 'faults that were mended' do
  errors = MCPClient::Errors

  def ruby(script, *arguments)
    Open3.capture2e(RbConfig.ruby, '-I', File.join(Vectors::GEM, 'lib'), '-e', script, *arguments)
  end

  describe 'the cost of from_jsonrpc' do
    # The number of methods that are called.
    def work(&)
      count = 0
      TracePoint.new(:call, :c_call) { count += 1 }.enable(&)
      count
    end

    messages = ['m', '', nil, 5, :m, ['m'], {}]
    codes = [-32_020, -32_021, -32_022, -32_601, -32_000, 5, 2**80, -32_020.0, '-32020', nil, true, [], {}]
    it 'is near that of the plain rules for every kind of input' do
      inputs = messages.product(codes).map { |message, code| { 'message' => message, 'code' => code, 'data' => {} } }
      inputs += inputs.map { |input| input.transform_keys(&:to_sym) } + [nil, [], 'x', 5, {}]
      worst = inputs.max_by { |input| work { errors::ServerError.from_jsonrpc(input) } - work { PlainRules::ServerError.from_jsonrpc(input) } }
      ours = work { errors::ServerError.from_jsonrpc(worst) }
      expect(ours).to be <= work { PlainRules::ServerError.from_jsonrpc(worst) } + 3, worst.inspect
    end
  end

  describe 'beside another file that defines the classes' do
    # What the file of ruby-mcp-client defines, as far as readers go.
    other = <<~'RUBY'
      module MCPClient
        module Errors
          class MCPError < StandardError; end
          class ServerError < MCPError
            attr_reader :code, :data
            attr_accessor :http_status
            def initialize(message = nil, code: nil, data: nil)
              super(message)
              @code = code
              @data = data
            end
            def modern_protocol_error? = false
            private
            def data_member(name) = data.is_a?(Hash) ? data[name] : nil
          end
          module ModernProtocolError
            def modern_protocol_error? = [-32_020, -32_021, -32_022].include?(code) && well_formed?
          end
          class UnsupportedProtocolVersionError < ServerError
            include ModernProtocolError
            def supported = data_member('supported') || []
            def requested = data_member('requested')
            def well_formed? = data_member('supported').is_a?(Array) && requested.is_a?(String)
          end
        end
      end
    RUBY
    check = <<~'RUBY'
      text = '{"error":{"code":-32022,"message":"m","data":{"supported":["a"],"requested":"b"}}}'
      before = $before
      [before, MCPErrors.from_response(text), MCPErrors.from_response(text.sub('"m"', '"\\\\u0061"'))].compact.each do |error|
        error.data == { 'supported' => ['a'], 'requested' => 'b' } or abort "data: #{error.data.inspect}"
        error.modern_protocol_error? or abort 'not modern'
        error.supported == ['a'] or abort 'supported'
        MCPErrors.data_json(error) == '{"supported":["a"],"requested":"b"}' or abort 'text'
      end
      MCPErrors.from_response(text.sub('"a"', '5')).tap { |error| error.data['supported'] == [5] or abort 'malformed' }
      puts 'well'
    RUBY

    [
      ['loaded before', 'require ARGV.first; require "mcp_errors"'],
      ['loaded after', 'require "mcp_errors"; require ARGV.first'],
      ['loaded after an error was parsed',
       "require 'mcp_errors'\n$before = MCPErrors.from_response('{\"error\":{\"code\":-32022,\"message\":\"m\"," \
       "\"data\":{\"supported\":[\"a\"],\"requested\":\"b\"}}}')\nrequire ARGV.first"]
    ].each do |order, requires|
      it "works: #{order}" do
        Dir.mktmpdir do |folder|
          file = File.join(folder, 'errors.rb').tap { |path| File.write(path, other) }
          output, status = ruby("#{requires}\n#{check}", file)
          expect(output).to eq "well\n"
          expect(status).to be_success
        end
      end
    end

    it 'follows a class that is reopened or prepended to' do
      script = <<~'RUBY'
        require 'mcp_errors'
        text = '{"error":{"code":-32022,"message":"m","data":{"supported":["a"],"requested":"b"}}}'
        MCPErrors.from_response(text).modern_protocol_error? or abort 'first'
        if ARGV.first == 'reopen'
          class MCPClient::Errors::UnsupportedProtocolVersionError
            def requested = 5
          end
        else
          MCPClient::Errors::ServerError.prepend(Module.new { def data = {} })
        end
        MCPErrors.from_response(text).modern_protocol_error? and abort 'second'
        puts 'well'
      RUBY
      %w[reopen prepend].each { |way| expect(ruby(script, way).first).to eq "well\n" }
    end
  end

  describe 'a String that lies or changes' do
    response = '{"error":{"code":-32020,"message":"m"}}'
    liars = {
      'a subclass' => Class.new(String) { %i[bytesize size length].each { |name| define_method(name) { 1 << 40 } } },
      'a subclass with another to_s' => Class.new(String) { %i[to_s to_str b dup].each { |name| define_method(name) { |*| 'x' } } }
    }
    liars.each do |name, klass|
      it "is read as it is: #{name}" do
        lie = klass.new(response)
        expect(MCPErrors.from_response(lie)).to be_an_instance_of errors::HeaderMismatchError
        expect(MCPErrors.from_answer(lie)).to be_an_instance_of errors::HeaderMismatchError
        expect(MCPErrors.message_type(lie)).to be :error
        expect(MCPErrors.from_http(status: 400, body: lie)).to be_a errors::ServerError
        expect(MCPErrors.check_request(lie, versions: [klass.new('x')])).to be_a errors::ServerError
        MCPErrors.from_http(status: 403, body: klass.new(''), headers: { 'www-authenticate' => klass.new('Bearer scope="a"') })
        MCPErrors.advise(MCPErrors.from_response(response), method: klass.new('tools/call'))
        MCPErrors.header_mismatch(klass.new('mine'))
        MCPErrors.log_line(errors::ServerError.new(klass.new('mine'), code: 1))
      end
    end

    it 'is read as it is: a singleton method' do
      lie = +response
      def lie.bytesize = 1 << 40
      expect(MCPErrors.from_response(lie)).to be_an_instance_of errors::HeaderMismatchError
    end

    it 'gives code and text of one message while another thread changes it' do
      texts = [1, 2].map { |n| "{\"error\":{\"code\":-3200#{n},\"message\":\"#{n.to_s * 30}\",\"data\":[#{n}]}}" }
      text = +texts.first
      stop = false
      thread = Thread.new { text.replace(texts.sample) until stop }
      wrong = 20_000.times.count do
        error = MCPErrors.from_response(text)
        digit = error.code.abs.to_s[-1]
        error.message != digit * 30 || error.data != [digit.to_i]
      end
      stop = true
      thread.join
      expect(wrong).to eq 0
    end
  end

  describe 'differences from the original' do
    it 'keeps no change of what answered_so_far returned' do
      error = errors::InputRequiredError.new('m').with_answered_so_far(nil)
      error.answered_so_far['a'] = 1
      expect(error.answered_so_far).to eq({})
    end

    it 'asks requested for the verdict' do
      klass = Class.new(errors::UnsupportedProtocolVersionError) { def requested = 'x' }
      expect(klass.new('m', code: -32_022, data: { 'supported' => [] })).to be_well_formed
      error = MCPErrors.from_response('{"error":{"code":-32022,"message":"m","data":{"supported":["a"],"requested":"b"}}}')
      error.define_singleton_method(:requested) { nil }
      expect(error).not_to be_well_formed
    end

    it 'asks Codes.modern_error_code?' do
      allow(errors::Codes).to receive(:modern_error_code?).and_return(false)
      expect(errors::HeaderMismatchError.new('m', code: -32_020)).not_to be_modern_protocol_error
    end

    it 'has typed_member_ok?, privately' do
      error = errors::MissingRequiredClientCapabilityError.new
      expect(error.send(:typed_member_ok?, { 'form' => {} }, 'form')).to be true
      expect(error.send(:typed_member_ok?, { form: 5 }, 'form')).to be false
      expect(error.send(:typed_member_ok?, {}, 'form')).to be true
      expect { error.typed_member_ok?({}, 'form') }.to raise_error NoMethodError
    end

    it 'takes what says that it is a Hash for one' do
      proxy = Class.new(BasicObject) do
        define_method(:initialize) { |target| @target = target }
        define_method(:method_missing) { |name, *arguments, &block| @target.__send__(name, *arguments, &block) }
        define_method(:respond_to_missing?) { |*| true }
      end
      error = errors::ServerError.from_jsonrpc(proxy.new({ 'code' => -32_021, 'message' => 'm',
                                                           'data' => proxy.new({ 'requiredCapabilities' => proxy.new({ 'roots' => proxy.new({}) }) }) }))
      expect(error).to be_an_instance_of errors::MissingRequiredClientCapabilityError
      expect(error).to be_modern_protocol_error
      expect(error.required_capabilities.key?('roots')).to be true
    end
  end

  it 'parses data with a repeated member to a Hash, without a warning' do
    script = <<~'RUBY'
      require 'mcp_errors'
      p MCPErrors.from_response('{"error":{"code":1,"message":"m","data":{"a":1,"a":2}}}').data == { 'a' => 2 }
      deep = ->(inner) { '[' * 200 + inner + ']' * 200 }
      p MCPErrors.from_response("{\"error\":{\"code\":1,\"message\":\"m\",\"data\":#{deep['{"a":1,"a":2}']}}}").data.flatten == [{ 'a' => 2 }]
    RUBY
    expect(Open3.capture2e(RbConfig.ruby, '-w', '-I', File.join(Vectors::GEM, 'lib'), '-e', script).first).to eq "true\ntrue\n"
  end

  it 'needs neither Ractor nor ObjectSpace nor shared buffers' do
    script = <<~'RUBY'
      Object.send(:remove_const, :Ractor)
      def ObjectSpace.each_object(*) = raise('not here')
      require 'mcp_errors'
      class MCPClient::Errors::ServerError
        def data = super
      rescue NoMethodError
        nil
      end
      puts MCPErrors.from_response('{"error":{"code":-32020,"message":"m"}}').class
    RUBY
    expect(ruby(script).first).to eq "MCPClient::Errors::HeaderMismatchError\n"
    sources = Dir[File.join(Vectors::GEM, 'lib/**/*.rb')].map { |file| File.read(file) }.join
    expect(sources).not_to match(/Ractor\.|Thread\.current|[A-Z]+ = \[\]$/)
  end

  it 'defines nothing twice when a failed require is repeated' do
    script = <<~'RUBY'
      2.times do
        ENV['MCP_ERRORS_LIBRARY'] = '/nowhere.so'
        begin
          require 'mcp_errors'
        rescue LoadError
          nil
        end
      end
      ENV.delete('MCP_ERRORS_LIBRARY')
      require 'mcp_errors'
      puts MCPErrors.from_response('{"error":{"code":-32020,"message":"m"}}').class
    RUBY
    output = Open3.capture2e(RbConfig.ruby, '-w', '-I', File.join(Vectors::GEM, 'lib'), '-e', script).first
    expect(output).to eq "MCPClient::Errors::HeaderMismatchError\n"
  end

  it 'ends no log line in a name without a value' do
    [{}, { 'requiredCapabilities' => {} }, { 'requiredCapabilities' => 5 }].each do |data|
      line = MCPErrors.log_line(errors::MissingRequiredClientCapabilityError.new('', code: -32_021, data: data))
      expect(line).not_to match(/: *\z/)
    end
  end

  it 'refuses a keyword that advise does not know' do
    expect { MCPErrors.advise(errors::ServerError.new('m'), purpos: :probe) }.to raise_error ArgumentError, /unknown member.*purpos/
  end
end
