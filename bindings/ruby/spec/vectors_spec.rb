# frozen_string_literal: true

RSpec.describe 'the vectors' do
  def failures(name)
    rows = Vectors.rows(name)
    expect(rows.size).to be > 50
    rows.filter_map do |row|
      wrong = yield(row)
      "#{row['id']}: #{wrong.join('; ')}" unless wrong.empty?
    end
  end

  describe 'errors.jsonl' do
    it 'holds for bytes' do
      expect(failures('errors') do |row|
        next [] if %w[null false].include?(row['error'].strip) # in band this is no error at all

        error = MCPErrors.from_response("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":#{row['error']}}")
        error.http_status = row['http_status']
        Vectors.differences(error, row['expect'])
      end).to eq []
    end

    it 'holds for what the host has parsed' do
      expect(failures('errors') do |row|
        parsed = JSON.parse("[#{row['error']}]", max_nesting: false).first
        error = MCPClient::Errors::ServerError.from_jsonrpc(parsed)
        error.http_status = row['http_status']
        expect = row['expect'].except('has_data')
        # A lone surrogate and a message that is no string are read by Ruby's JSON and by to_s here.
        expect = expect.except('message') if !expect['message_is_string'] || expect['message'].to_s.include?("\uFFFD")
        Vectors.differences(error, expect)
      end).to eq []
    end
  end

  %w[responses answers].each do |name|
    it "#{name}.jsonl holds" do
      expect(failures(name) do |row|
        error = Vectors.error_of(row)
        next [error].compact.map(&:inspect) if row['expect']['result'] == 'not_an_error'
        next ['taken for a result'] unless error

        wrong = Vectors.differences(error, row['expect'])
        era = row['expect']['era']
        found = era && MCPErrors.era(error, transport: row['transport'].to_sym)
        wrong << "era: #{found}, not #{era}" if era && found != era.to_sym
        wrong
      end).to eq []
    end
  end

  it 'advice.jsonl holds' do
    expect(failures('advice') do |row|
      error = Vectors.error_of(row)
      context = row['context'].transform_keys(&:to_sym)
      advice = MCPErrors.advise(error, transport: row['transport'], **context)
      found = advice.to_h.except(:text).compact.transform_keys(&:to_s)
      found = found.transform_values { |value| value.is_a?(Symbol) ? value.name : value }
      wrong = row['expect'].reject { |key, value| Vectors.same?(found[key], value) }
      wrong = wrong.map { |key, value| "#{key}: #{found[key].inspect}, not #{value.inspect}" }
      wrong << 'no text' if advice.text.empty?
      wrong << 'another era' if MCPErrors.era(error, transport: row['transport']) != advice.era
      wrong
    end).to eq []
  end

  it 'capabilities.jsonl holds' do
    expect(failures('capabilities') do |row|
      found =
        case row['op']
        when 'missing' then MCPErrors.missing_capabilities(row['declared'], row['required'])
        when 'declare' then MCPErrors.declare_capabilities(row['declared'], row['missing'], row['supported'])
        when 'for_input_request' then MCPErrors.capabilities_for_input_request(row['method'], row['params'])
        end
      Vectors.same?(found, row['expect']) ? [] : ["#{found.inspect}, not #{row['expect'].inspect}"]
    end).to eq []
  end

  it 'server.jsonl holds' do
    expect(failures('server') do |row|
      expect = row['expect']
      case row['op']
      when 'may_emit'
        found = MCPErrors.may_emit(row['code'])
        found == expect.to_sym ? [] : [found.to_s]
      when 'http_status'
        found = MCPErrors.http_status_for(row['code'], origin: row['origin'])
        found == expect ? [] : [found.to_s]
      when 'check'
        error = MCPErrors.check_request(row['request'], **row['server'].transform_keys(&:to_sym))
        next error ? [error.inspect] : [] if expect == { 'ok' => true }

        error ? Vectors.differences(error, expect) : ['goes ahead']
      end
    end).to eq []
  end
end
