# frozen_string_literal: true

require 'faraday'
require 'webrick'

# Real answers of a real server, through the client library that hosts use.
RSpec.describe 'MCPErrors.from_faraday' do
  errors = MCPClient::Errors
  answers = {
    '/result' => [200, { 'Content-Type' => 'application/json' }, '{"jsonrpc":"2.0","id":1,"result":{}}'],
    '/empty' => [200, {}, ''],
    '/mismatch' => [400, { 'Content-Type' => 'application/json' },
                    '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m\u00e9"}}'],
    '/stream' => [200, { 'Content-Type' => 'text/event-stream' },
                  "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"m\",\ndata: \"data\":{\"supported\":[\"2025-11-25\"],\"requested\":\"x\"}}}\n\n"],
    '/scope' => [403, { 'WWW-Authenticate' => 'Bearer error="insufficient_scope", scope="files:write"' }, ''],
    '/login' => [401, { 'WWW-Authenticate' => 'Bearer' }, 'who are you'],
    '/later' => [503, { 'Retry-After' => '7' }, '<html>'],
    '/missing' => [404, { 'Content-Type' => 'application/json' },
                   '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}']
  }

  before(:all) do
    @server = WEBrick::HTTPServer.new(Port: 0, BindAddress: '127.0.0.1', AccessLog: [], Logger: WEBrick::Log.new(File::NULL))
    answers.each do |path, (status, headers, body)|
      @server.mount_proc(path) do |_, response|
        response.status = status
        headers.each { |name, value| response[name] = value }
        response.body = body
      end
    end
    @thread = Thread.new { @server.start }
    @client = Faraday.new("http://127.0.0.1:#{@server.config[:Port]}")
  end

  after(:all) do
    @server.shutdown
    @thread.join
  end

  def get(path) = MCPErrors.from_faraday(@client.get(path))

  it 'reads them all' do
    expect(get('/result')).to be_nil
    expect(get('/empty')).to be_an_instance_of errors::ResponseStreamClosedError
    expect(get('/mismatch')).to be_an_instance_of(errors::HeaderMismatchError).and have_attributes(message: "m\u00e9",
                                                                                                   http_status: 400)
    expect(get('/stream')).to be_an_instance_of(errors::UnsupportedProtocolVersionError).and have_attributes(supported: ['2025-11-25'])
    expect(get('/scope')).to be_an_instance_of(errors::InsufficientScopeError).and have_attributes(scope: 'files:write')
    expect(MCPErrors.advise(get('/login')).action).to be :authenticate
    expect(MCPErrors.advise(get('/later'), purpose: :probe).delay_ms).to eq 7000
    expect(MCPErrors.era(get('/missing'))).to be :modern_without_discover
  end

  it 'reads a body that a middleware has parsed' do
    response = @client.get('/mismatch')
    response.env[:body] = JSON.parse(response.body, symbolize_names: true)
    expect(MCPErrors.from_faraday(response)).to be_an_instance_of errors::HeaderMismatchError
  end
end

RSpec.describe 'MCPErrors::FaradayMiddleware' do
  errors = MCPClient::Errors
  request = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
  refusal = '{"jsonrpc":"2.0","id":1,"error":{"code":-32020,"message":"m"}}'

  def client(status, headers, body, &raising)
    Faraday.new do |connection|
      connection.use MCPErrors::FaradayMiddleware
      connection.adapter(:test) do |stub|
        stub.post('/') { raising ? raising.call : [status, headers, body] }
        stub.get('/') { [status, headers, body] }
      end
    end
  end

  it 'raises the typed error of a response' do
    expect { client(400, {}, refusal).post('/', request) }.to raise_error errors::HeaderMismatchError
    expect { client(200, {}, refusal).post('/', request) }.to raise_error errors::HeaderMismatchError
    expect { client(503, { 'Retry-After' => '2' }, '').post('/', request) }
      .to raise_error(errors::TransientServerError) { |error| expect(error.retry_after).to eq '2' }
    expect { client(401, {}, '').get('/') }.to raise_error errors::ConnectionError
  end

  it 'lets results, notifications and successful GETs pass' do
    result = '{"jsonrpc":"2.0","id":1,"result":{}}'
    expect(client(200, {}, result).post('/', request).body).to eq result
    expect(client(202, {}, '').post('/', notification).status).to eq 202
    expect(client(200, {}, 'page').get('/').body).to eq 'page'
    expect { client(202, {}, '').post('/', request) }.to raise_error errors::TransportError
  end

  it 'raises typed errors for what Faraday raises' do
    expect { client(0, {}, '') { raise Faraday::TimeoutError }.post('/', request) }.to raise_error errors::RequestTimeoutError
    expect { client(0, {}, '') { raise Faraday::ConnectionFailed, 'no' }.post('/', request) }.to raise_error errors::ConnectionError
    expect { client(0, {}, '') { raise Faraday::ConnectionFailed, EOFError.new }.post('/', request) }.to raise_error errors::ResponseStreamClosedError
    expect { client(0, {}, '') { raise Faraday::ParsingError, 'x' }.post('/', request) }.to raise_error Faraday::ParsingError
  end

  it 'reads the response of an error that another middleware raised' do
    error = MCPErrors.from_exception(Faraday::BadRequestError.new('x', { status: 400, headers: {}, body: refusal }))
    expect(error).to be_an_instance_of errors::HeaderMismatchError
  end
end
