# frozen_string_literal: true

require 'net/http'
require 'openssl'
require 'timeout'

RSpec.describe MCPErrors do
  errors = MCPClient::Errors
  missing = '{"jsonrpc":"2.0","id":7,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}'

  describe '.from_answer' do
    result = '{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","requestState":"s"}}'

    it 'judges a result by what was asked' do
      error = described_class.from_answer(result, purpose: :request, method: 'tools/call')
      expect(error).to be_an_instance_of(errors::InputRequiredError).and have_attributes(request_state: 's', id: 1)
      expect(described_class.from_answer(result, purpose: :initialize)).to be_nil
      invalid = described_class.from_http(status: 200, body: result, context: { method: 'ping' })
      expect(invalid).to be_an_instance_of(errors::InvalidResultError)
        .and have_attributes(malformed_reason: 'this method cannot require input', http_status: 200)
      expect(Marshal.load(Marshal.dump(invalid)).malformed_reason).to eq 'this method cannot require input'
    end

    it 'reads an error as from_response does' do
      expect(described_class.from_answer(missing)).to be_an_instance_of errors::MissingRequiredClientCapabilityError
    end
  end

  describe '.advise' do
    it 'gives the context of the next try, which is passed on unchanged' do
      error = described_class.from_response(missing)
      context = { transport: 'stdio', client_versions: ['2026-07-28'], supported_caps: { roots: {} }, host: { n: 1.50 } }
      actions = Array.new(4) do
        advice = described_class.advise(error, context)
        context = advice.context_json || context
        advice.action
      end
      expect(actions).to eq %i[declare_capabilities give_up give_up give_up]
      expect(described_class.advise(error, { supported_caps: { roots: {} } }).context).to include 'declared' => { 'roots' => {} }
    end

    it 'takes members beside a context, which count more' do
      error = described_class.from_response(missing)
      expect(described_class.advise(error, { 'supported_caps' => { 'roots' => {} } }, supported_caps: {}).reason).to be :capability_unavailable
      expect(described_class.advise(error, '{"supported_caps":{"roots":{}}}', supported_caps: {}).reason).to be :capability_unavailable
      expect { described_class.advise(error, 5) }.to raise_error TypeError, /context must be a Hash/
      expect { described_class.advise(error, '{') }.to raise_error ArgumentError, 'context must be JSON (byte 1)'
      expect { described_class.advise(error, supported_caps: 1) }.to raise_error ArgumentError, 'supported_caps must be an object'
    end
  end

  it 'negotiates' do
    body = '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'
    advice = described_class.negotiate(body, purpose: :probe, client_versions: ['2026-07-28'])
    expect(advice).to have_attributes(action: :go_on, reason: :agreed, version: '2026-07-28', era: :modern)
    expect { described_class.negotiate(missing, purpose: :probe) }.to raise_error ArgumentError
  end

  it 'makes headers of parsed requests too' do
    request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', arguments: { region: 'eu' } } }
    schema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
    expect(described_class.request_headers(request, schema)).to eq('Mcp-Method' => 'tools/call', 'Mcp-Name' => 't', 'Mcp-Param-Region' => 'eu')
    expect { described_class.request_headers(request, 5) }.to raise_error ArgumentError, /input_schema must be an object/
  end

  it 'reads what a server must know of a request' do
    request = '{"jsonrpc":"2.0","id":10000000000000000000001,"method":"tools/call","params":{"name":"t","arguments":{"a":1}}}'
    expect(described_class.read_request(request)).to have_attributes(type: :request, id_json: '10000000000000000000001', method_name: 'tools/call',
                                                                     name: 't', arguments: { 'a' => 1 }, capabilities: nil)
    expect(described_class.read_request('{')).to have_attributes(type: :not_json, id: nil)
  end

  it 'writes a retired code in a legacy session' do
    error = errors::ServerError.new('m', code: -32_002)
    expect { described_class.error_json(error) }.to raise_error MCPErrors::ForbiddenCodeError
    expect(described_class.error_json(error, era: :legacy)).to eq '{"code":-32002,"message":"m"}'
    expect { described_class.error_json(error, era: :old) }.to raise_error ArgumentError, /era must be :modern, .* not :old/
  end

  describe 'an error' do
    it 'has the id, also if it was read from one number' do
      expect(described_class.from_response(missing)).to have_attributes(id: 7, id_json: '7', message_type: :error)
      expect(described_class.from_response(missing.sub('7', '"a\\u0062"'))).to have_attributes(id: 'ab', id_json: '"a\\u0062"')
      expect(described_class.from_response(missing.sub('"id":7,', ''))).to have_attributes(id: nil)
      expect(described_class.from_http(status: 503, body: missing).id).to eq 7
      expect(errors::ServerError.new('m')).to have_attributes(id: nil, message_type: nil, retry_after: nil)
    end

    it 'has what the challenge says' do
      challenge = 'Bearer error="invalid_token", scope="a b", error_description="d", resource_metadata="https://x/y"'
      error = described_class.from_http(status: '401', headers: { 'WWW-Authenticate' => challenge })
      expect(error).to have_attributes(challenge_error: 'invalid_token', scope: 'a b', error_description: 'd', resource_metadata: 'https://x/y')
      expect(described_class.advise(error)).to have_attributes(action: :authenticate, scopes: %w[a b], resource_metadata: 'https://x/y')
      expect(described_class.from_http(status: 302, headers: { location: '/z' }).location).to eq '/z'
    end

    it 'has what a lost stream says' do
      error = described_class.from_http(status: 200, headers: { 'content-type' => 'text/event-stream' }, body: "id: 5\nretry: 20\n\n")
      expect(error).to be_an_instance_of(errors::ResponseStreamClosedError).and have_attributes(last_event_id: '5', retry_ms: 20)
      expect(described_class.advise(error, era: :legacy)).to have_attributes(action: :resume_stream, last_event_id: '5', delay_ms: 20)
    end

    it 'has Retry-After, with a JSON body and without' do
      [missing, 'busy', '{"jsonrpc":"2.0","id":1,"error":{"code":5,"message":"\\u0061"}}'].each do |body|
        [{ 'Retry-After' => '2' }, { retry_after: 2 }, [['RETRY-AFTER', ['2']]]].each do |headers|
          expect(described_class.from_http(status: 503, headers: headers, body: body).retry_after).to eq '2'
        end
      end
    end

    it 'can be matched' do
      matched =
        case described_class.from_http(status: 400, body: missing)
        in { code: -32_022 } then nil
        in { code: -32_021, http_status: 400, required_capabilities: } then required_capabilities
        end
      expect(matched).to eq('roots' => {})
      expect(described_class.from_response('x').deconstruct_keys(%i[message nonsense])).to eq(message: 'No JSON-RPC response')
    end

    it 'is a Hash, and JSON for Rails' do
      expect(described_class.from_response(missing).to_h).to eq(kind: 'MissingRequiredClientCapabilityError', code: -32_021, message: 'm',
                                                                data: { 'requiredCapabilities' => { 'roots' => {} } }, id: 7)
      expect(errors::RequestTimeoutError.new('m').as_json).to eq('kind' => 'RequestTimeoutError', 'message' => 'm')
      expect(JSON.generate([errors::ServerError.new('m')])).to eq '["m"]'
    end

    it 'has a log line and a reason' do
      error = described_class.from_response(missing.sub('"roots":{}', '"roots":5'))
      expect(error.malformed_reason).to eq 'data.requiredCapabilities.roots is not an object'
      expect(error.log_line).to start_with 'MissingRequiredClientCapabilityError code=-32021'
    end
  end

  describe '.from_exception' do
    def raised(outer = nil)
      yield
    rescue StandardError => e
      begin
        raise outer || e
      rescue StandardError => e
        e
      end
    end

    {
      Timeout::Error => :RequestTimeoutError, Net::ReadTimeout => :RequestTimeoutError, Net::OpenTimeout => :ConnectionError,
      Errno::ECONNREFUSED => :ConnectionError, SocketError => :ConnectionError, OpenSSL::SSL::SSLError => :ConnectionError,
      EOFError => :ResponseStreamClosedError, Errno::ECONNRESET => :ResponseStreamClosedError, IOError => :ResponseStreamClosedError
    }.each do |klass, name|
      it "makes #{name} of #{klass}, wrapped or not" do
        [raised { raise klass }, raised(RuntimeError.new('outer')) { raise klass }].each do |exception|
          error = described_class.from_exception(exception)
          expect(error).to be_an_instance_of errors.const_get(name)
          expect(error.message).to eq exception.message
        end
      end
    end

    it 'returns an error that is one already, and nil for any other exception' do
      error = errors::ServerError.new('m')
      expect(described_class.from_exception(error)).to equal error
      expect(described_class.from_exception(raised(RuntimeError.new('outer')) { raise error })).to equal error
      expect(described_class.from_exception(ArgumentError.new('m'))).to be_nil
    end

    it 'reads the response of an exception of Net::HTTP' do
      response = Net::HTTPServiceUnavailable.new('1.1', '503', 'busy')
      response['Retry-After'] = '3'
      response.instance_variable_set(:@body, 'x')
      response.instance_variable_set(:@read, true)
      error = described_class.from_exception(Net::HTTPFatalError.new('503', response))
      expect(error).to be_an_instance_of(errors::TransientServerError).and have_attributes(http_status: 503, retry_after: '3')
    end
  end

  describe MCPErrors::EventStream do
    it 'reads messages as they arrive' do
      stream = described_class.new
      messages = []
      "id: 4\nretry: 9\ndata: {\"a\":\ndata: 1}\n\n: c\n\ndata: 2\n\ndata: 3".each_char { |char| stream.push(char) { |message| messages << message } }
      expect(messages).to eq ["{\"a\":\n1}", '2']
      stream.finish { |message| messages << message }
      expect(messages.last).to eq '3'
      expect(stream).to have_attributes(last_event_id: '4', retry_ms: 9)
      expect { stream.push('x') }.to raise_error IOError
    end

    it 'skips an event that is too large' do
      messages = []
      described_class.new(max_event: 10).push("data: #{'x' * 50}\n\ndata: y\n\n") { |message| messages << message }
      expect(messages).to eq [:too_large, 'y']
      expect { described_class.new(max_event: 0) }.to raise_error ArgumentError
    end
  end
end
