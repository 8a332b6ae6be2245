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
