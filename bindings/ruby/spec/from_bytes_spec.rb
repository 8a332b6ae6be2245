# frozen_string_literal: true

require 'yaml'

RSpec.describe 'an error that was read from bytes' do
  errors = MCPClient::Errors

  def response(error) = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":#{error}}"

  let(:version_text) { response('{"code":-32022,"message":"m","data":{"supported":["2025-11-25"],"requested":"x"}}') }
  let(:version_error) { MCPErrors.from_response(version_text) }

  it 'is none for a result' do
    expect(MCPErrors.from_response('{"jsonrpc":"2.0","id":1,"result":{}}')).to be_nil
    expect(MCPErrors.from_http(status: 200, body: '{"jsonrpc":"2.0","id":1,"result":{}}')).to be_nil
  end

  it 'takes bytes of any encoding, frozen or not, and leaves them alone' do
    text = response('{"code":1,"message":"\u00e9"}')
    [text, text.b, text.dup.freeze, text.encode('UTF-16LE'), text.encode('ISO-8859-1')].each do |bytes|
      before = bytes.dup
      expect(MCPErrors.from_response(bytes).message).to eq "\u00e9"
      expect(bytes).to eq before
      expect(bytes.encoding).to eq before.encoding
    end
  end

  it 'does not change with the bytes' do
    bytes = version_text.dup
    error = MCPErrors.from_response(bytes)
    bytes.replace('x' * bytes.bytesize)
    expect(error).to have_attributes(message: 'm', supported: ['2025-11-25'])
  end

  it 'keeps codes of any width' do
    code = (2**64) - 32_021
    expect(MCPErrors.from_response(response("{\"code\":#{code},\"message\":\"m\"}"))).to have_attributes(code: code,
                                                                                                         class: errors::ServerError)
    expect(MCPErrors.from_response(response('{"code":-32021.0,"message":"m"}')).code).to be_nil
    expect(MCPErrors.from_response(response('{"code":-0,"message":"m"}')).code).to eq 0
  end

  it 'parses data when it is asked for, once' do
    allow(MCPErrors::JSONText).to receive(:parse).and_call_original
    expect(version_error).to be_modern_protocol_error
    expect(MCPErrors::JSONText).not_to have_received(:parse)
    expect(version_error.data).to eq('supported' => ['2025-11-25'], 'requested' => 'x')
    expect(version_error.data).to equal version_error.data
    expect(version_error.dup.data).to equal version_error.data
    expect(MCPErrors::JSONText).to have_received(:parse).once
    expect(version_error.instance_variables).to eq %i[@code @data]
  end

  it 'follows changes of its data once that was read' do
    expect(version_error).to be_modern_protocol_error
    version_error.data['supported'] << 5
    expect(version_error).not_to be_modern_protocol_error
    version_error.data['supported'] = []
    expect(version_error).to be_modern_protocol_error
    expect(MCPErrors.advise(version_error, client_versions: ['2025-11-25']).reason).to be :no_common_version
  end

  it 'follows a reader that is overridden, and an instance variable that is set' do
    version_error.define_singleton_method(:data) { {} }
    expect(version_error).not_to be_modern_protocol_error
    other = MCPErrors.from_response(version_text)
    other.extend(Module.new { def data = super.merge('requested' => 5) })
    expect(other).not_to be_modern_protocol_error
    third = MCPErrors.from_response(version_text)
    third.instance_variable_set(:@data, nil)
    expect(third).not_to be_modern_protocol_error
    expect(MCPErrors.era(third, transport: :http)).to be :legacy
  end

  it 'tells absent data from null' do
    expect(MCPErrors.data_json(MCPErrors.from_response(response('{"code":1,"message":"m","data":null}')))).to eq 'null'
    expect(MCPErrors.data_json(MCPErrors.from_response(response('{"code":1,"message":"m"}')))).to be_nil
    expect(MCPErrors.data_json(version_error)).to eq '{"supported":["2025-11-25"],"requested":"x"}'
  end

  it 'survives Marshal, YAML, dup and clone, read or not' do
    [version_error, MCPErrors.from_response(version_text).tap(&:data),
     MCPErrors.from_response(version_text).freeze].each do |error|
      yaml = YAML.dump(error)
      expect(yaml).to include('code: -32022', 'data', 'supported')
      expect(yaml).to include("\ndata:") unless error.frozen?
      expect(yaml).not_to include 'MCPErrors'
      expect(Marshal.dump(error)).not_to include 'MCPErrors'
      [Marshal.load(Marshal.dump(error)), YAML.unsafe_load(yaml), error.dup, error.clone].each do |copy|
        expect(copy).to have_attributes(class: error.class, message: 'm', code: -32_022, data: error.data,
                                        modern_protocol_error?: true)
      end
    end
  end

  ['null', '5', '"text"', '"5"', 'true', '[1,null]', '1.5', '"\ud800"'].each do |data|
    it "survives YAML with data #{data}" do
      error = MCPErrors.from_response(response("{\"code\":1,\"message\":\"m\",\"data\":#{data}}"))
      expect(YAML.unsafe_load(YAML.dump(error)).data).to eq error.data
    end
  end

  it 'offers the raw text where Ruby refuses to parse, and the verdict and the readers of the core' do
    deep = "#{'[' * 5000}#{']' * 5000}"
    error = MCPErrors.from_response(response("{\"code\":-32022,\"message\":\"m\",\"data\":{\"supported\":[\"2025-11-25\"],\"requested\":\"x\",\"deep\":#{deep}}}"))
    expect(error.data).to be_a(String).and include deep
    expect(error).to be_modern_protocol_error
    expect(error).to have_attributes(supported: ['2025-11-25'], requested: 'x')
    error = MCPErrors.from_response(response("{\"code\":-32021,\"message\":\"m\",\"data\":{\"requiredCapabilities\":{\"roots\":{}},\"deep\":#{deep}}}"))
    expect(error.data).to be_a String
    expect(error).to be_modern_protocol_error
    expect(error.required_capabilities).to eq('roots' => {})
    expect(MCPErrors.advise(error, supported_caps: { roots: {} }).action).to be :declare_capabilities
  end

  it 'reads lone surrogates as U+FFFD and pairs as one character, also in data' do
    error = MCPErrors.from_response(response('{"code":1,"message":"\ud83d\ude00\ud800","data":["\ud83d\ude00","\ud83dabcdef","\ude00","\\\\ud800","\ud83d"]}'))
    expect(error.message).to eq "\u{1F600}\uFFFD"
    expect(error.data).to eq ["\u{1F600}", "\uFFFDabcdef", "\uFFFD", '\ud800', "\uFFFD"]
  end

  it 'reads bytes that are not UTF-8 as U+FFFD' do
    error = MCPErrors.from_response(response("{\"code\":-32020,\"message\":\"a\xFFb\",\"data\":[\"\xFF\"]}".b))
    expect(error).to have_attributes(class: errors::HeaderMismatchError, message: "a\uFFFDb", data: ["\uFFFD"],
                                     modern_protocol_error?: true)
  end

  it 'survives a million open brackets' do
    expect(MCPErrors.from_response('[' * 1_000_000)).to be_a errors::TransportError
    deep = response("{\"code\":-32020,\"message\":\"m\",\"data\":#{'[' * 1_000_000}#{']' * 1_000_000}}")
    expect(MCPErrors.from_response(deep)).to be_a errors::HeaderMismatchError
  end

  it 'gives every prefix of a response an answer' do
    (0...version_text.bytesize).each do |size|
      expect(MCPErrors.from_response(version_text.byteslice(0, size))).to be_an_instance_of errors::TransportError
    end
  end

  describe 'over HTTP' do
    it 'keeps status, code and data also where the class has no readers for them' do
      error = MCPErrors.from_http(status: 401, body: response('{"code":7,"message":"m","data":[1]}'))
      expect(error).to be_an_instance_of(errors::ConnectionError).and have_attributes(message: 'm', code: 7, data: [1],
                                                                                      http_status: 401)
      copies = [error.dup, error.clone, Marshal.load(Marshal.dump(error))]
      copies.each { |copy| expect(copy).to have_attributes(message: 'm', code: 7, data: [1], http_status: 401) }
      [*copies, YAML.unsafe_load(YAML.dump(error))].each do |copy|
        expect(MCPErrors.advise(copy).action).to be :authenticate
        expect(MCPErrors.era(copy)).to be :inconclusive
      end
    end

    it 'differs from a condition of the host\'s own' do
      expect(MCPErrors.advise(MCPErrors.from_response('garbage'), transport: :stdio).action).to be :read_on
      expect(MCPErrors.advise(errors::TransportError.new('No JSON-RPC response'), transport: :stdio).action).to be :give_up
    end

    it 'reads headers in any spelling, repeated ones too' do
      challenge = 'Bearer error="insufficient_scope", scope="a b", error_description="d"'
      [{ 'WWW-Authenticate' => challenge }, { www_authenticate: challenge }, { 'www-authenticate' => ['Basic realm="x"', challenge] },
       [['Www-Authenticate', 'Basic realm="x"'], ['Www-Authenticate', challenge]]].each do |headers|
        error = MCPErrors.from_http(status: 403, headers: headers, body: '')
        expect(error).to be_an_instance_of(errors::InsufficientScopeError)
          .and have_attributes(message: 'HTTP 403', scope: 'a b', error_description: 'd', http_status: 403)
        expect(MCPErrors.advise(error).action).to be :step_up
      end
    end

    it 'waits as long as Retry-After says' do
      error = MCPErrors.from_http(status: 503, headers: { 'Retry-After' => '2' })
      expect(error).to be_an_instance_of(errors::TransientServerError).and have_attributes(message: 'HTTP 503', code: nil,
                                                                                           data: nil)
      [error, error.dup, Marshal.load(Marshal.dump(error))].each do |copy|
        expect(MCPErrors.advise(copy, idempotent: true)).to have_attributes(action: :back_off, delay_ms: 2000)
      end
    end

    it 'unwraps server-sent events' do
      stream = ": hello\r\nevent: message\r\ndata: #{response('{"code":-32020,"message":"m"}')}\r\n\r\n"
      error = MCPErrors.from_http(status: 400, headers: { 'Content-Type' => 'text/event-stream; charset=utf-8' }, body: stream)
      expect(error).to be_an_instance_of(errors::HeaderMismatchError).and have_attributes(http_status: 400)
      error = MCPErrors.from_http(status: 200, headers: { 'content-type' => 'Text/Event-Stream' }, body: ": nothing\n\n")
      expect(error).to be_an_instance_of errors::ResponseStreamClosedError
    end

    it 'ignores a large body outside 2xx' do
      large = response("{\"code\":5,\"message\":\"#{'x' * 70_000}\"}")
      expect(MCPErrors.from_http(status: 400, body: large)).to have_attributes(message: 'HTTP 400', code: nil)
      expect(MCPErrors.from_http(status: 200, body: large)).to have_attributes(code: 5)
    end

    it 'has every status answered' do
      (100..599).each { |status| expect(MCPErrors.from_http(status: status, body: 'x')).to be_a errors::MCPError }
    end
  end
end
