# frozen_string_literal: true

require 'delegate'
require 'yaml'

RSpec.describe MCPClient::Errors do
  let(:server_error) { described_class::ServerError }

  describe 'the names' do
    it 'are the 35 of the original' do
      expect(described_class.constants.size).to eq 35
      expect(described_class.constants.map { |name| described_class.const_get(name) }.grep(Class).size).to eq 33
      expect(described_class::Codes::MODERN_ERROR_CODES).to eq([-32_020, -32_021, -32_022]).and be_frozen
      expect(described_class::Codes::RESOURCE_NOT_FOUND_CODES).to eq([-32_602, -32_002]).and be_frozen
    end

    it 'have the ancestors of the original, in order' do
      expect(described_class::HeaderMismatchError.ancestors.first(5)).to eq [
        described_class::HeaderMismatchError, described_class::ModernProtocolError, server_error,
        described_class::MCPError, StandardError
      ]
    end

    it 'keep helpers private' do
      expect { server_error.wire_message?('m') }.to raise_error NoMethodError
      expect { server_error.error_class_for(1) }.to raise_error NoMethodError
      expect(server_error.send(:error_class_for, -32_020.0)).to be described_class::HeaderMismatchError
      expect(server_error.send(:error_class_for, 'x')).to be server_error
      klass = described_class::MissingRequiredClientCapabilityError
      expect(klass.private_instance_methods).to include(:data_member, :capability_well_formed?)
    end

    it 'keep the constants of the capability class' do
      klass = described_class::MissingRequiredClientCapabilityError
      expect(klass::TYPED_CAPABILITY_MEMBERS).to eq('elicitation' => %w[form url], 'sampling' => %w[context tools]).and be_frozen
      expect(klass::OBJECT_MAP_CAPABILITIES).to eq(%w[experimental extensions]).and be_frozen
      expect(klass::OPEN_OBJECT_CAPABILITIES).to eq(%w[roots]).and be_frozen
    end
  end

  describe 'ServerError.from_jsonrpc' do
    def read(error) = MCPClient::Errors::ServerError.from_jsonrpc(error)

    it 'has one parameter and no keywords, so that braces may be left out' do
      expect(server_error.method(:from_jsonrpc).arity).to eq 1
      expect(server_error.from_jsonrpc('code' => 5, 'message' => 'm').code).to eq 5
      expect(server_error.from_jsonrpc(code: 5, message: 'm').code).to eq 5
    end

    it 'takes what is not a Hash as an empty one' do
      pair = Struct.new(:code, :message)
      [nil, [], 'x', 5, true, pair.new(1, 'm'), SimpleDelegator.new({ 'code' => 1, 'message' => 'm' })].each do |value|
        error = read(value)
        expect(error).to be_an_instance_of(server_error).and have_attributes(message: 'Unknown server error', code: nil,
                                                                             data: nil)
        expect(error.message).to be_frozen.and equal(read(nil).message)
      end
    end

    it 'honours a default proc, as [] does' do
      hash = Hash.new { |_, key| { 'code' => -32_020, 'message' => 'm', data: 7 }[key] }
      expect(read(hash)).to be_an_instance_of(described_class::HeaderMismatchError).and have_attributes(data: 7)
    end

    it 'prefers String keys, in the way of each member' do
      expect(read('code' => false, code: 5, 'message' => nil, message: 'm')).to have_attributes(code: 5, message: 'm')
      expect(read('code' => 0, code: 5, 'message' => '', message: 'm')).to have_attributes(code: 0, message: '')
      expect(read('code' => 'x', code: 5).code).to be_nil
      expect(read('data' => nil, data: 1).data).to be_nil
      expect(read('data' => false, data: 1).data).to be false
      expect(read(data: 1).data).to eq 1
    end

    it 'keeps integers of any size, and nothing else, as code' do
      expect(read('code' => (2**64) - 32_021, 'message' => 'm')).to be_an_instance_of(server_error)
      expect(read('code' => 2**70).code).to eq 2**70
      [-32_021.0, Rational(-32_021), '-32021', true].each { |code| expect(read('code' => code).code).to be_nil }
    end

    it 'gives a class of its own only to an error with a String message' do
      expect(read('code' => -32_020, 'message' => Class.new(String).new('m'))).to be_a described_class::HeaderMismatchError
      expect(read('code' => -32_020, 'message' => '')).to be_a described_class::HeaderMismatchError
      [:m, 42, ['m'], { 'a' => nil }, nil].each do |message|
        expect(read('code' => -32_020,
                    'message' => message)).to be_an_instance_of(server_error).and have_attributes(code: -32_020)
      end
      expect(read('code' => -32_601, 'message' => 'm')).to be_an_instance_of described_class::MethodNotFoundError
    end

    it 'shows any other message as Ruby does' do
      [42, ['m'], { 'a' => nil }, :m].each { |message| expect(read('message' => message).message).to eq message.to_s }
    end

    it 'picks the class by code on a subclass too, and goes through new' do
      expect(described_class::HeaderMismatchError.from_jsonrpc('code' => 1, 'message' => 'm')).to be_an_instance_of server_error
      allow(described_class::HeaderMismatchError).to receive(:new).and_return(:stubbed)
      expect(read('code' => -32_020, 'message' => 'm')).to be :stubbed
      expect(described_class::HeaderMismatchError).to have_received(:new).with('m', code: -32_020, data: nil)
    end

    it 'keeps the very same objects, and sees their changes' do
      message = +'m'
      data = { 'requiredCapabilities' => { 'roots' => {} } }
      error = read('code' => -32_021, 'message' => message, 'data' => data)
      expect(error.message).to equal message
      expect(error.data).to equal data
      expect(error.required_capabilities).to equal data['requiredCapabilities']
      expect(error).to be_modern_protocol_error
      data['requiredCapabilities']['roots'] = 1
      expect(error).not_to be_modern_protocol_error
    end
  end

  describe 'constructors' do
    it 'take anything, and check nothing' do
      expect(server_error.new.message).to eq 'MCPClient::Errors::ServerError'
      expect(server_error.new(nil).message).to eq 'MCPClient::Errors::ServerError'
      expect(server_error.new(false).message).to eq 'false'
      expect(server_error.new(42).message).to eq '42'
      expect(server_error.new('').message).to eq ''
      expect(server_error.new('m', code: 'x', data: BasicObject)).to have_attributes(code: 'x', data: BasicObject)
    end

    it 'refuse other arguments' do
      expect { server_error.new('m', 1) }.to raise_error ArgumentError, /given 2, expected 0\.\.1/
      expect { server_error.new('m', http_status: 1) }.to raise_error ArgumentError, /unknown keyword/
      expect { server_error.new('a' => 1) }.to raise_error ArgumentError
    end

    it 'want the message of an InsufficientScopeError' do
      klass = described_class::InsufficientScopeError
      expect { klass.new }.to raise_error ArgumentError, /given 0, expected 1/
      expect { klass.exception }.to raise_error ArgumentError, /given 0, expected 1/
      expect { raise klass }.to raise_error ArgumentError, /given 0, expected 1/
      expect(klass.new('m', scope: 'a', error_description: 'b')).to have_attributes(scope: 'a', error_description: 'b')
    end

    it 'work with raise in all its forms' do
      expect { raise server_error }.to raise_error server_error, 'MCPClient::Errors::ServerError'
      expect { raise server_error, 'm' }.to raise_error server_error, 'm'
      expect { raise server_error, 'm', code: 5 }.to raise_error TypeError
      error = server_error.new('m', code: 1, data: [2])
      error.http_status = 400
      copy = error.exception('n')
      expect(copy).to be_an_instance_of(server_error).and have_attributes(message: 'n', code: 1, http_status: 400)
      expect(copy.data).to equal error.data
      expect(error.exception).to equal error
    end

    it 'work without being run' do
      error = described_class::MissingRequiredClientCapabilityError.allocate
      expect(error).to have_attributes(message: error.class.name, code: nil, data: nil, http_status: nil, well_formed?: false)
    end

    it 'let a cause be set' do
      error = begin
        begin
          raise 'inner'
        rescue StandardError
          raise server_error, 'outer'
        end
      rescue server_error => e
        e
      end
      expect(error.cause.message).to eq 'inner'
    end
  end

  describe 'predicates' do
    it 'belong to the module, which can be rescued' do
      error = described_class::HeaderMismatchError.new('m', code: -32_020)
      expect(error.method(:modern_protocol_error?).owner).to be described_class::ModernProtocolError
      begin
        raise error
      rescue described_class::ModernProtocolError => e
        expect(e).to equal error
      end
    end

    it 'compare the code by ==, with any modern code' do
      expect(described_class::HeaderMismatchError.new(nil, code: -32_020.0)).to be_modern_protocol_error
      expect(described_class::HeaderMismatchError.new('m', code: -32_021)).to be_modern_protocol_error
      expect(described_class::HeaderMismatchError.new('m', code: '-32020')).not_to be_modern_protocol_error
      expect(server_error.new('m', code: -32_020)).not_to be_modern_protocol_error
    end

    it 'follow readers that are overridden' do
      error = described_class::HeaderMismatchError.new('m', code: 1)
      error.define_singleton_method(:code) { -32_020 }
      expect(error.modern_protocol_error?).to be true
      error.define_singleton_method(:well_formed?) { false }
      expect(error.modern_protocol_error?).to be false
      other = Class.new(described_class::UnsupportedProtocolVersionError) do
        def data = { 'supported' => [], 'requested' => 'x' }
      end
      expect(other.new('m', code: -32_022)).to be_modern_protocol_error
    end

    it 'follow instance variables that are set' do
      error = described_class::UnsupportedProtocolVersionError.new('m', code: -32_022)
      expect(error).not_to be_modern_protocol_error
      error.instance_variable_set(:@data, { 'supported' => [], 'requested' => 'x' })
      expect(error).to be_modern_protocol_error
    end

    it 'read a 404 by ==, and nothing else, for a method that is not found' do
      error = described_class::MethodNotFoundError.new('m')
      { 404 => true, 404.0 => true, Rational(404) => true, '404' => false, 400 => false, nil => false }.each do |status, verdict|
        error.http_status = status
        expect(error.modern_http_protocol_error?).to be verdict
      end
      expect(error.modern_protocol_error?).to be false
    end

    it 'answer only where the original does' do
      expect(described_class::ConnectionError.new('m')).not_to respond_to(:modern_protocol_error?)
      expect(described_class::ConnectionError.new('m')).not_to respond_to(:modern_protocol_error_for_probe?)
      expect(described_class::TransportError.new('m')).not_to respond_to(:modern_protocol_error?)
      expect(described_class::TransportError.new('m').modern_protocol_error_for_probe?).to be false
    end

    it 'tell a resource that is not found as the original does' do
      codes = described_class::Codes
      expect(codes.resource_not_found_code?(-32_602, modern: nil)).to be_nil
      expect(codes.resource_not_found_code?(-32_602, modern: 'x')).to be true
      expect(codes.resource_not_found_code?(-32_002, modern: nil)).to be true
      expect(codes.resource_not_found_code?(-32_602.0)).to be true
      expect { codes.resource_not_found_code?(-32_602, true) }.to raise_error ArgumentError
    end
  end

  describe 'readers' do
    it 'make new containers where there is nothing' do
      error = described_class::MissingRequiredClientCapabilityError.new('m')
      expect(error.required_capabilities).to eq({})
      expect(error.required_capabilities).not_to equal error.required_capabilities
      expect(error.required_capabilities).not_to be_frozen
      expect(described_class::InputRequiredError.new.answered_so_far).to eq({})
    end

    it 'give the versions, and what to append to a message' do
      a = +'a'
      error = described_class::UnsupportedProtocolVersionError.new('m', data: { 'supported' => [a, 1, ''], 'requested' => 5 })
      expect(error.supported).to eq ['a', '']
      expect(error.supported.first).to equal a
      expect(error.supported_suffix).to eq ' (server supports: a, )'
      expect(error.supported_suffix).not_to be_frozen
      expect(error.requested).to eq 5
      expect(described_class::UnsupportedProtocolVersionError.new('m').supported_suffix).to eq('').and be_frozen
      mixed = described_class::UnsupportedProtocolVersionError.new('m',
                                                                   data: { 'supported' => ["\u00e9",
                                                                                           "\xE9".dup.force_encoding('ISO-8859-1')] })
      expect { mixed.supported_suffix }.to raise_error Encoding::CompatibilityError
    end

    it 'keep the answers that were given so far' do
      error = described_class::InputRequiredError.new('m')
      responses = Hash.new(5).merge!('a' => 1)
      expect(error.with_answered_so_far(responses)).to equal error
      expect(error.answered_so_far).to eq('a' => 1).and be_frozen
      expect(error.answered_so_far['b']).to eq 5
      expect(error.with_answered_so_far(nil).answered_so_far).to eq({})
      error.request_method = ''
      expect(error).to be_resumable
      error.request_method = :x
      expect(error).not_to be_resumable
    end
  end

  describe 'as a Ruby object' do
    let(:error) do
      described_class::UnsupportedProtocolVersionError.new('m', code: -32_022, data: { 'supported' => ['a'], 'requested' => 'b' })
    end

    it 'has the instance variables of the original' do
      expect(error.instance_variables).to eq %i[@code @data]
      error.http_status = 400
      expect(error.instance_variables).to eq %i[@code @data @http_status]
    end

    it 'is copied by Marshal, YAML, dup and clone' do
      error.http_status = 400
      yaml = YAML.dump(error)
      expect(yaml).to include('code: -32022', 'data:')
      [Marshal.load(Marshal.dump(error)), YAML.unsafe_load(yaml), error.dup, error.clone].each do |copy|
        expect(copy).to be_an_instance_of(error.class)
        expect(copy).to have_attributes(message: 'm', code: -32_022, data: error.data, http_status: 400,
                                        modern_protocol_error?: true)
      end
    end

    it 'is equal by class, message and backtrace alone' do
      expect(server_error.new('m', code: 1)).to eq server_error.new('m', code: 2)
      expect(server_error.new('m')).not_to eq server_error.new('n')
      expect(server_error.new('m')).not_to eql server_error.new('m')
      expect(server_error.new('m').hash).not_to eq server_error.new('m').hash
    end

    it 'shows itself as any error' do
      expect(server_error.new('m').inspect).to eq '#<MCPClient::Errors::ServerError: m>'
      expect(server_error.new('').inspect).to eq(StandardError.new('').inspect.sub('StandardError', server_error.name))
      expect(server_error.new('m').to_s).to eq 'm'
      expect(JSON.generate(server_error.new('m'))).to eq '"m"'
      expect(server_error.new('m').full_message(highlight: false)).to include 'm (MCPClient::Errors::ServerError)'
    end

    it 'answers when frozen, except to setters' do
      error.freeze
      expect(error).to be_modern_protocol_error
      expect { error.http_status = 1 }.to raise_error FrozenError
      expect(error).not_to respond_to(:code=)
      expect(error).not_to respond_to(:data=)
    end
  end

  it 'works when its file is loaded alone, by its absolute path, twice' do
    script = <<~'RUBY'
      2.times { load ARGV.first }
      p MCPClient::Errors::ServerError.from_jsonrpc({ 'code' => -32020, 'message' => 'm' }).modern_protocol_error?
      p MCPClient::Errors::ServerError.from_jsonrpc({ 'code' => -32021, 'message' => 'm',
        'data' => { 'requiredCapabilities' => { 'elicitation' => 1 } } }).modern_protocol_error?
    RUBY
    file = File.join(Vectors::GEM, 'lib/mcp_client/errors.rb')
    output = IO.popen([RbConfig.ruby, '-W0', '-e', script, file], chdir: '/', &:read)
    expect(output).to eq "true\nfalse\n"
  end
end
