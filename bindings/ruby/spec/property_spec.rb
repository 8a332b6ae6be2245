# frozen_string_literal: true

# Whatever the bytes: what is cut out of them, what a handle of the core tells, and what the host's own parsing gives agree.
RSpec.describe 'random input' do
  errors = MCPClient::Errors
  predicates = %i[modern_protocol_error? modern_http_protocol_error? modern_protocol_error_for_probe? protocol_error?
                  well_formed? era_inconclusive?]
  bodies = %w[responses answers].flat_map { |name| Vectors.rows(name) }.filter_map { |row| row['body']&.b }
  bodies += Vectors.rows('errors').map { |row| "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":#{row['error']}}".b }

  bodies += ['{"jsonrpc":"2.0","id":1,"result":{"a":[1]}}'.b] * 100

  define_method(:facts) do |error|
    next nil unless error

    [error.class, error.message, MCPErrors.data_json(error), error.respond_to?(:code) && error.code,
     error.respond_to?(:http_status) && error.http_status,
     *predicates.map { |predicate| error.respond_to?(predicate) && error.public_send(predicate) }]
  end

  define_method(:by_handle) do |bytes, status|
    next MCPErrors::HttpAnswer.read_handle(status, { body: bytes }) unless status.zero?

    MCPErrors::Handle.made { |out| MCPErrors::Native.mcp_error_from_response(bytes, bytes.bytesize, out) }
  end

  def mutate(bytes, random)
    bytes = bytes.dup
    random.rand(1..4).times do
      at = random.rand(bytes.bytesize + 1)
      case random.rand(5)
      when 0 then bytes.setbyte(at, random.rand(256)) if at < bytes.bytesize
      when 1 then bytes.slice!(at, random.rand(20))
      when 2 then bytes.insert(at, ['"', '{', '}', '[', ']', ',', '\\u', '\\ud800', "\xFF".b, '-', 'e1', 'null', ' '].sample(random: random))
      when 3 then bytes.insert(at, bytes.byteslice(random.rand(bytes.bytesize + 1), random.rand(40)))
      when 4 then bytes = bytes.byteslice(0, at)
      end
    end
    bytes
  end

  it 'is read alike in one call and by a handle' do
    random = Random.new(20_260_728)
    statuses = [0, 0, 200, 400, 401, 403, 404, 429, 500]
    kinds = Hash.new(0)
    20_000.times do
      bytes = mutate(bodies.sample(random: random), random)
      status = statuses.sample(random: random)
      error = status.zero? ? MCPErrors.from_response(bytes) : MCPErrors.from_http(status: status, body: bytes)
      kinds[error.class] += 1
      expect(facts(error)).to eq(facts(by_handle(bytes, status))), "#{status} #{bytes.inspect}"
    end
    expect(kinds.keys).to include(errors::HeaderMismatchError, errors::UnsupportedProtocolVersionError,
                                  errors::MissingRequiredClientCapabilityError, errors::TransportError, NilClass)
  end

  it 'is judged alike unread, read, and parsed by the host' do
    random = Random.new(20_251_125)
    words = %w[code message data requiredCapabilities elicitation sampling extensions roots form url tools supported requested x]
    value = lambda do |depth|
      case random.rand(depth.zero? ? 6 : 9)
      when 0 then [-32_020, -32_021, -32_022, -32_601, 7, 2**70].sample(random: random)
      when 1 then words.sample(random: random)
      when 2 then [nil, true, false].sample(random: random)
      when 3 then -32_021.0
      when 4, 5 then {}
      when 6 then Array.new(random.rand(3)) { value.call(depth - 1) }
      else Array.new(random.rand(4)) { words.sample(random: random) }.to_h { |word| [word, value.call(depth - 1)] }
      end
    end
    modern = 0
    20_000.times do
      member = { 'code' => [-32_020, -32_021, -32_022, -32_601, value.call(0)].sample(random: random),
                 'message' => ['m', value.call(0)].sample(random: random), 'data' => value.call(4) }
      text = JSON.generate({ 'error' => member })
      unread = MCPErrors.from_response(text)
      read = MCPErrors.from_response(text).tap(&:data)
      parsed = errors::ServerError.from_jsonrpc(member)
      judged = [unread, read, parsed].map do |error|
        [error.class, error.code, *predicates.map { |predicate| error.public_send(predicate) }]
      end
      expect(judged.uniq.size).to eq(1), text
      expect(unread.data).to eq(parsed.data), text
      modern += 1 if unread.modern_protocol_error?
    end
    expect(modern).to be_between(500, 19_500)
  end
end
