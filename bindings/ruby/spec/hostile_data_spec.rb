# frozen_string_literal: true

RSpec.describe 'data that no JSON can carry' do
  errors = MCPClient::Errors

  def self.nested(levels, inner = {})
    levels.times.inject(inner) { |value, _| { 'a' => value } }
  end

  circular = { 'requiredCapabilities' => {} }
  circular['requiredCapabilities']['tasks'] = circular
  circular['requiredCapabilities']['elicitation'] = circular
  hostile = {
    'NaN' => Float::NAN, 'an infinity' => Float::INFINITY, 'invalid UTF-8' => "\xFF\xFE", 'another encoding' => 'x'.encode('UTF-16LE'),
    'an object of the host' => Object.new, 'a Proc' => proc {}, '5,000 levels' => nested(5000),
    'a circular Hash' => circular, 'a circular Array' => [].tap { |array| array << array }, 'a Struct' => Struct.new(:a).new(1)
  }

  hostile.each do |name, value|
    it "is no matter as a free member: #{name}" do
      required = { 'tasks' => value, 'elicitation' => { 'form' => {}, 'other' => value }, 'roots' => { 'x' => value },
                   'extensions' => { 'x' => { 'y' => value } } }
      error = errors::ServerError.from_jsonrpc('code' => -32_021, 'message' => 'm',
                                               'data' => { 'requiredCapabilities' => required, 'x' => value })
      expect(error).to be_modern_protocol_error
      expect(error.required_capabilities).to equal required
      expect(MCPErrors.advise(error, era: :modern, supported_caps: { 'tasks' => value, 'elicitation' => { 'form' => {} } }).era).to be :modern
      expect(MCPErrors.log_line(error)).to include '-32021'
    end

    it "is refused where an object is due, and never raises: #{name}" do
      object = value.instance_of?(Hash)
      [{ 'roots' => value }, { 'extensions' => { 'x' => value } }, { 'sampling' => { 'tools' => value } }].each do |required|
        error = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: { 'requiredCapabilities' => required })
        expect(error.modern_protocol_error?).to be(object ? true : false)
      end
    end

    it "is no matter as the whole data: #{name}" do
      [errors::ServerError, errors::MissingRequiredClientCapabilityError, errors::UnsupportedProtocolVersionError,
       errors::InputRequiredError].each do |klass|
        error = klass.new('m', code: -32_021, data: value)
        expect([true, false]).to include error.modern_protocol_error?
        expect(MCPErrors.era(error)).to be_a Symbol
        expect(MCPErrors.log_line(error)).to be_valid_encoding
      end
    end
  end

  it 'is not walked where members are free' do
    unwalkable = Class.new(Hash) do
      %i[each each_pair each_value values keys map all? to_a].each { |name| define_method(name) { |*| raise 'walked' } }
    end
    required = { 'tasks' => unwalkable.new, 'roots' => unwalkable.new, 'elicitation' => unwalkable.new,
                 'extensions' => { 'x' => unwalkable.new } }
    error = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: { 'requiredCapabilities' => required })
    expect(error).to be_modern_protocol_error
  end

  it 'does not break the log line: a message of any encoding and with control characters' do
    ["\xFF\e[31m\n", "x\u202Ey".encode('UTF-16LE'), "\xE9".dup.force_encoding('ISO-8859-1'), "a\0b"].each do |message|
      line = MCPErrors.log_line(errors::ServerError.new(message, code: 5))
      expect(line).to be_valid_encoding
      expect(line).not_to match(/[\x00-\x1f\u202E]/)
      expect(line.bytesize).to be <= 512
    end
  end

  it 'is no matter as code or status' do
    ['x', 1.5, Object.new, Float::NAN, 2**80].each do |value|
      error = errors::ServerError.new('m', code: value)
      error.http_status = value
      expect(MCPErrors.era(error)).to be :legacy
    end
  end

  it 'is named in the error where a Hash is wanted' do
    expect { MCPErrors.missing_capabilities([], {}) }.to raise_error TypeError, 'declared must be a Hash, not Array'
    expect { MCPErrors.missing_capabilities({}, 'x') }.to raise_error TypeError, 'required must be a Hash, not String'
    expect { MCPErrors.declare_capabilities({}, {}, 5) }.to raise_error TypeError, 'supported must be a Hash, not Integer'
    expect { MCPErrors.from_response(nil) }.to raise_error TypeError, 'bytes must be a String, not NilClass'
    expect { MCPErrors.from_http(status: 'x') }.to raise_error TypeError, 'status must be an Integer, not String'
    expect { MCPErrors.from_http(status: 99) }.to raise_error ArgumentError, 'status must be 100 to 999, not 99'
    expect do
      MCPErrors.era(RuntimeError.new)
    end.to raise_error TypeError, 'error must be an MCPClient::Errors::MCPError, not RuntimeError'
    expect do
      MCPErrors.era(errors::ServerError.new,
                    transport: :sse)
    end.to raise_error ArgumentError, 'transport must be :stdio or :http, not :sse'
    expect { MCPErrors.advise(errors::ServerError.new, purpose: :ask) }.to raise_error ArgumentError, /\Apurpose must be/
    expect { MCPErrors.advise(errors::ServerError.new, attempt: 0) }.to raise_error ArgumentError, 'context has an unknown member, one of: attempt'
  end

  it 'is no matter in headers' do
    broken = "\xFF\xE9"
    [{ broken => broken }, { 'content-type' => broken }, { 'Content-Type' => [broken, "\u00e9"] }, { 'Retry-After' => broken },
     { 'www-authenticate' => [broken, "\u00e9".encode('UTF-16LE')] }, { 'content-type' => 5 }, { nil => nil }, [[:a, 1]]].each do |headers|
      error = MCPErrors.from_http(status: 503, headers: headers, body: "a\0b")
      expect(error).to be_an_instance_of errors::TransientServerError
      expect(MCPErrors.advise(error, purpose: :probe).action).to be :back_off
      expect(MCPErrors.check_request('{}', versions: ['2026-07-28'], headers: headers).code).to eq(-32_600)
    end
    body = "data: {\"error\":{\"code\":1,\"message\":\"a\\u0000b\"}}\n\n: \0\n"
    expect(MCPErrors.from_http(status: 200, headers: { 'Content-Type' => 'text/event-stream' }, body: body).message).to eq "a\0b"
  end

  it 'is no matter in the attributes of an InsufficientScopeError, nor in the message of an error' do
    [nil, 5, :read, ['a'], "\xFF", Object.new].each do |value|
      error = errors::InsufficientScopeError.new(value, scope: value, error_description: value)
      expect(MCPErrors.advise(error).action).to be :step_up
      expect(MCPErrors.log_line(errors::ServerError.new(value, code: 1))).to be_valid_encoding
    end
    mute = Class.new(errors::HeaderMismatchError) { def message = nil }
    expect(MCPErrors.log_line(mute.new('m', code: -32_020))).to include 'HeaderMismatchError'
    expect(MCPErrors.error_json(mute.new('m', code: -32_020))).to include '-32020'
  end

  it 'lets a subclass of the host stand for its nearest kind' do
    expect(MCPErrors.era(Class.new(errors::HeaderMismatchError).new('m', code: -32_020))).to be :modern
    expect(MCPErrors.era(Class.new(errors::MCPError).new('m'), transport: :stdio)).to be :legacy
  end

  it 'is not sent as an error' do
    {
      errors::RequestTimeoutError.new('m') => 'error must have a code',
      errors::ServerError.new('m', code: 'x') => 'error must have a code',
      errors::ServerError.new('m', code: 5.0) => 'error must have a code',
      errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: { 'requiredCapabilities' => { 'roots' => 1 } }) =>
        'error must have the data that its code prescribes'
    }.each { |error, text| expect { MCPErrors.error_json(error) }.to raise_error ArgumentError, text }
  end
end
