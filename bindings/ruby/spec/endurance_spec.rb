# frozen_string_literal: true

RSpec.describe 'endurance' do
  errors = MCPClient::Errors
  text = '{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m\u00e9","data":{"requiredCapabilities":{"elicitation":{"url":{}}}}}}'
  escaped = text.sub('m\u00e9', 'a\\u00e9')

  # Resident memory in KiB.
  def resident
    GC.start
    File.read('/proc/self/status')[/^VmRSS:\s+(\d+)/, 1].to_i
  end

  def growth(rounds, &)
    (rounds / 10).times(&)
    before = resident
    rounds.times(&)
    resident - before
  end

  it 'needs no more memory after a million messages' do
    expect(growth(1_000_000) { MCPErrors.from_response(text).modern_protocol_error? }).to be < 4096
  end

  it 'needs no more memory after a hundred thousand handles, made texts and refusals' do
    error = MCPErrors.from_response(text)
    broken = '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":5}}'
    grown = growth(20_000) do
      MCPErrors.from_response(escaped)
      MCPErrors.from_response(broken)
      MCPErrors.from_http(status: 503, headers: { 'retry-after' => '1', 'content-type' => 'text/event-stream' },
                          body: "data: #{text}\n\n")
      MCPErrors.advise(error, supported_caps: { elicitation: { url: {} } })
      begin
        MCPErrors.advise(error, tried: 0)
      rescue ArgumentError
        nil
      end
      MCPErrors.missing_capabilities({}, { roots: {} })
      begin
        MCPErrors.error_json(errors::ServerError.new('m', code: -32_002))
      rescue MCPErrors::ForbiddenCodeError
        nil
      end
    end
    expect(grown).to be < 4096
  end

  it 'survives GC.stress' do
    # In a process of its own, whose heap is small: every allocation collects it.
    script = <<~'RUBY'
      require 'mcp_errors'
      text = ARGV.first
      check = ->(fine) { fine or abort 'wrong' }
      GC.stress = true
      8.times do
        error = MCPErrors.from_response(text)
        check.(error.modern_protocol_error? && error.required_capabilities == { 'elicitation' => { 'url' => {} } })
        check.(MCPErrors.advise(error, supported_caps: { elicitation: { url: {} } }).action == :declare_capabilities)
        headers = { 'www-authenticate' => 'Bearer error="insufficient_scope", scope="a"' }
        check.(MCPErrors.from_http(status: 403, headers: headers).scope == 'a')
        check.(MCPErrors.check_request('{', versions: ['2026-07-28']).code == -32_700)
        check.(MCPErrors.response_json(MCPErrors.missing_capability({ roots: {} }), id: 1).include?('-32021'))
      end
      GC.stress = false
      puts 'well'
    RUBY
    command = [RbConfig.ruby, '-I', File.join(Vectors::GEM, 'lib'), '-e', script, text]
    expect(IO.popen(command, &:read)).to eq "well\n"
  end

  it 'survives a fork' do
    MCPErrors.from_response(text)
    reader, writer = IO.pipe
    child = fork do
      error = MCPErrors.from_response(escaped)
      writer.write([error.message, error.modern_protocol_error?, MCPErrors.advise(error).action].join(' '))
      writer.close
      exit! 0
    end
    writer.close
    expect(reader.read).to eq "a\u00e9 true give_up"
    expect(Process.wait2(child).last).to be_success
  end

  it 'keeps threads and fibers apart' do
    threads = Array.new(8) do |number|
      Thread.new do
        2000.times.all? do |round|
          mine = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":#{number},\"message\":\"#{'x' * (number + round)}\",\"data\":[#{number}]}}"
          error = MCPErrors.from_response(mine)
          Thread.pass if (round % 7).zero?
          error.code == number && error.message.size == number + round && error.data == [number] &&
            MCPErrors.log_line(error).include?(number.to_s)
        end
      end
    end
    expect(threads.map(&:value)).to all(be true)
    fibers = Array.new(3) do |number|
      Fiber.new do
        loop do
          Fiber.yield MCPErrors.from_response("{\"error\":{\"code\":#{number}}}").code
        end
      end
    end
    expect(Array.new(9) { |turn| fibers[turn % 3].resume }).to eq [0, 1, 2] * 3
  end

  it 'survives a signal whose handler reads a message, too' do
    other = '{"error":{"code":-32022,"message":"\\u0061","data":{"supported":[],"requested":"x"}}}'
    handled = 0
    before = trap('USR1') { handled += 1 if MCPErrors.from_response(other).code == -32_022 }
    sender = fork do
      400.times { Process.kill('USR1', Process.ppid) && sleep(0.0005) }
      exit! 0
    end
    wrong = 0
    until Process.wait(sender, Process::WNOHANG)
      100.times do
        error = MCPErrors.from_response(escaped)
        wrong += 1 unless error.code == -32_021 && error.message == "a\u00e9" && error.required_capabilities.key?('elicitation')
      end
    end
    expect(wrong).to eq 0
    expect(handled).to be > 10
  ensure
    trap('USR1', before || 'DEFAULT')
  end

  it 'lets threads read one error' do
    error = MCPErrors.from_response(text)
    values = Array.new(8) { Thread.new { error.data } }.map(&:value)
    expect(values).to all(equal(values.first))
  end

  # ffi 1.15 refuses calls outside the main Ractor, so nothing of this may need one.
  it 'classifies and judges what the host has parsed in a Ractor' do
    warned = $VERBOSE
    $VERBOSE = nil
    ractor = Ractor.new do
      made = [[-32_020, nil], [-32_022, { 'supported' => ['a'], 'requested' => 'b' }], [-32_601, nil], [5, nil], [2**70, nil], [-32_000, nil],
              [-32_021, { 'requiredCapabilities' => { 'elicitation' => { 'form' => {} }, extensions: { 'x' => {} } } }],
              [-32_021, { 'requiredCapabilities' => { 'sampling' => { 'tools' => 1 } } }]]
      made.map do |code, data|
        error = MCPClient::Errors::ServerError.from_jsonrpc({ 'code' => code, 'message' => 'm', 'data' => data })
        [error.class.name.split('::').last, error.modern_protocol_error?]
      end
    end
    expect(ractor.take).to eq [
      ['HeaderMismatchError', true], ['UnsupportedProtocolVersionError', true], ['MethodNotFoundError', false],
      ['ServerError', false], ['ServerError', false], ['ServerError', false],
      ['MissingRequiredClientCapabilityError', true], ['MissingRequiredClientCapabilityError', false]
    ]
  ensure
    $VERBOSE = warned
  end

  it 'gives errors that a Ractor can have, read or not' do
    warned = $VERBOSE
    $VERBOSE = nil
    error = Ractor.make_shareable(MCPErrors.from_response(text))
    expect(error.data).to eq error.data
    expect(error).to be_modern_protocol_error
    found = Ractor.new(error) { |received| [received.code, received.message, received.modern_protocol_error?] }.take
    expect(found).to eq [-32_021, "m\u00e9", true]
  ensure
    $VERBOSE = warned
  end
end
