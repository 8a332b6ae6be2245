# frozen_string_literal: true

RSpec.describe 'the side of a server' do
  errors = MCPClient::Errors
  request = '{"jsonrpc":"2.0","id":12345678901234567890123,"method":"tools/call","params":{"name":"t","_meta":' \
            '{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}'

  it 'lets a good request pass, and answers one that lacks a capability' do
    expect(MCPErrors.check_request(request, versions: ['2026-07-28'])).to be_nil
    error = MCPErrors.check_request(request, versions: ['2026-07-28'], required: { elicitation: { url: {} } })
    expect(error).to be_an_instance_of(errors::MissingRequiredClientCapabilityError)
      .and have_attributes(http_status: 400, required_capabilities: { 'elicitation' => { 'url' => {} } },
                           modern_protocol_error?: true)
    expect(JSON.parse(MCPErrors.response_json(error, request: request))).to match(
      'jsonrpc' => '2.0', 'id' => 12_345_678_901_234_567_890_123,
      'error' => { 'code' => -32_021, 'message' => String, 'data' => { 'requiredCapabilities' => { 'elicitation' => { 'url' => {} } } } }
    )
  end

  it 'compares headers in any spelling, those of Rack too' do
    good = { 'Mcp-Protocol-Version' => '2026-07-28', 'Mcp-Method' => 'tools/call', 'Mcp-Name' => 't' }
    rack = good.transform_keys { |name| "HTTP_#{name.upcase.tr('-', '_')}" }
    [good, rack, good.transform_keys { |name| name.downcase.tr('-', '_').to_sym }].each do |headers|
      expect(MCPErrors.check_request(request, versions: ['2026-07-28'], headers: headers)).to be_nil
      name = headers.keys.last
      wrong = MCPErrors.check_request(request, versions: ['2026-07-28'], headers: headers.merge(name => 'u'))
      expect(wrong).to be_an_instance_of errors::HeaderMismatchError
    end
  end

  it 'says what is wrong with its own arguments' do
    expect { MCPErrors.check_request(request, versions: 'x') }.to raise_error TypeError, 'versions must be an Array of Strings, not String'
    expect do
      MCPErrors.check_request(request, versions: [], methods: [1])
    end.to raise_error TypeError, 'methods must be an Array of Strings, but has 1'
    expect { MCPErrors.check_request(request, versions: [], required: []) }.to raise_error TypeError, /required must be a Hash/
    expect { MCPErrors.check_request(request, versions: ['x'], required: { roots: 1 }) }
      .to raise_error ArgumentError, 'required must be a well-formed capabilities object'
    expect { MCPErrors.check_request(5, versions: []) }.to raise_error TypeError, /request must be a String/
  end

  it 'makes the three modern errors, which the own client understands' do
    made = [MCPErrors.header_mismatch, MCPErrors.header_mismatch('mine'), MCPErrors.missing_capability({ roots: {} }),
            MCPErrors.unsupported_version('2031-01-01', supported: ['2026-07-28'], message: 'mine')]
    made.each do |error|
      expect(error).to be_modern_protocol_error
      read = MCPErrors.from_response(MCPErrors.response_json(error, id: 'a"b'))
      expect(read).to have_attributes(class: error.class, code: error.code, message: error.message, data: error.data,
                                      modern_protocol_error?: true)
    end
    expect(made[1].message).to eq 'mine'
    expect(made.last).to have_attributes(supported: ['2026-07-28'], requested: '2031-01-01')
  end

  it 'refuses to make what would be malformed' do
    expect { MCPErrors.missing_capability({}) }.to raise_error ArgumentError, 'required must have at least one member'
    expect { MCPErrors.missing_capability(['roots']) }.to raise_error TypeError, /required must be a Hash/
    expect { MCPErrors.missing_capability({ roots: 1 }) }.to raise_error ArgumentError, 'required must be a well-formed capabilities object'
    expect(MCPErrors.unsupported_version('a', supported: %w[a b]).supported).to eq ['b']
    expect { MCPErrors.unsupported_version(nil, supported: []) }.to raise_error TypeError, /requested must be a String/
    expect { MCPErrors.header_mismatch(5) }.to raise_error TypeError, /message must be a String/
    expect do
      MCPErrors.response_json(MCPErrors.header_mismatch, id: 1.5)
    end.to raise_error TypeError, /id must be a String or an Integer/
  end

  it 'refuses to write a code that must not be sent, unless a peer sent it' do
    built = errors::ServerError.new('m', code: -32_002)
    expect { MCPErrors.response_json(built, id: 1) }.to raise_error MCPErrors::ForbiddenCodeError
    expect { MCPErrors.error_json(built) }.to raise_error MCPErrors::ForbiddenCodeError
    received = MCPErrors.from_response('{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"m"}}')
    expect(MCPErrors.error_json(received)).to eq '{"code":-32002,"message":"m"}'
    expect(MCPErrors.error_json(errors::ServerError.new('m', code: 5,
                                                             data: { a: Float::NAN }))).to eq '{"code":5,"message":"m","data":{"a":null}}'
  end

  it 'leaves the id out where there is none' do
    expect(JSON.parse(MCPErrors.response_json(MCPErrors.header_mismatch))).not_to have_key('id')
    error = MCPErrors.check_request('{', versions: ['2026-07-28'])
    expect(JSON.parse(MCPErrors.response_json(error, request: '{'))).not_to have_key('id')
  end

  it 'names codes, also as drafts meant them, of any width' do
    expect(MCPErrors.code_name(-32_021)).to match(/capability/i)
    expect(MCPErrors.code_name(5)).to be_nil
    expect(MCPErrors.draft_code_name(-32_004)).to match(/version/i)
    expect(MCPErrors.draft_code_name(-32_021)).to be_nil
    [2**64, -(2**64)].each do |code|
      expect(MCPErrors.code_name(code)).to be_nil
      expect(MCPErrors.may_emit(code)).to be :ok
      expect(MCPErrors.http_status_for(code, origin: :handler)).to eq 200
    end
    expect { MCPErrors.may_emit('x') }.to raise_error TypeError, 'code must be an Integer, not String'
    expect { MCPErrors.http_status_for(1, origin: :x) }.to raise_error ArgumentError, 'origin must be :protocol or :handler, not :x'
  end
end
