# frozen_string_literal: true

RSpec.describe 'the vectors' do
  def failures(name)
    rows = Vectors.rows(name)
    expect(rows.size).to be > 40
    rows.filter_map do |row|
      wrong = yield(row)
      "#{row['id']}: #{wrong.join('; ')}" unless wrong.empty?
    end
  end

  describe 'errors.jsonl' do
    it 'holds for bytes' do
      expect(failures('errors') do |row|
        next [] if %w[null false].include?(row['error'].strip) # in band this is not an error at all

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
        # A lone surrogate and a message that is not a string are read by Ruby's JSON and by to_s here.
        expect = expect.except('message') if !expect['message_is_string'] || expect['message'].to_s.include?("\uFFFD")
        Vectors.differences(error, expect)
      end).to eq []
    end
  end

  %w[responses answers].each do |name|
    it "#{name}.jsonl holds" do
      expect(failures(name) do |row|
        refused = row['expect']['result'] == 'refused'
        context = row['context_text'] || row['context']&.then { |members| { 'transport' => row['transport'] }.merge(members) }
        begin
          error = Vectors.error_of(row, context)
        rescue ArgumentError => e
          next refused ? [] : [e.message]
        end
        next ['not refused'] if refused
        next [error].compact.map(&:inspect) if row['expect']['result'] == 'not_an_error'
        next ['taken for a result'] unless error

        wrong = Vectors.differences(error, row['expect'], whole: name == 'responses')
        era = row['expect']['era']
        found = era && MCPErrors.era(error, transport: row['transport'].to_sym)
        wrong << "era: #{found}, not #{era}" if era && found != era.to_sym
        wrong
      end).to eq []
    end
  end

  it 'messages.jsonl holds' do
    expect(failures('messages') do |row|
      text = row['text_b64'] ? Base64.decode64(row['text_b64']) : row['text']
      found = { 'type' => MCPErrors.message_type(text).name, 'id' => MCPErrors.message_id(text) }
      found == row['expect'] ? [] : [found.inspect]
    end).to eq []
  end

  it 'advice.jsonl holds' do
    expect(failures('advice') do |row|
      context = row['context_text'] || { 'transport' => row['transport'] }.merge(row['context'])
      begin
        error = Vectors.error_of(row, row['judge'] ? context : nil)
        advice = MCPErrors.advise(error, context)
      rescue ArgumentError => e
        next row['expect']['refused'] ? [] : [e.message]
      end
      next ['not refused'] if row['expect']['refused']

      Vectors.advice_differences(advice, row['expect'])
    end).to eq []
  end

  it 'negotiate.jsonl holds' do
    expect(failures('negotiate') do |row|
      # The transport of these rows is the default.
      context = row['context_text'] || { 'transport' => row['transport'] || 'http' }.merge(row['context'])
      begin
        advice = MCPErrors.negotiate(Vectors.body_of(row), context)
      rescue ArgumentError => e
        next row['expect']['refused'] ? [] : [e.message]
      end
      row['expect']['refused'] ? ['not refused'] : Vectors.advice_differences(advice, row['expect'])
    end).to eq []
  end

  it 'dialogs.jsonl holds' do
    expect(failures('dialogs') do |row|
      context = row['context'].merge('transport' => row['transport'])
      steps = row['steps'].zip(row['expect']).each_with_index.flat_map do |(step, expect), index|
        context = (context.is_a?(String) ? JSON.parse(context) : context).merge(step['set']) if step['set']
        step = step.merge('transport' => row['transport'])
        error = Vectors.error_of(step, context)
        parsed = context.is_a?(String) ? JSON.parse(context) : context
        if error.nil? && !%w[probe initialize].include?(parsed['purpose'])
          next expect['action'] == 'done' ? [] : ["step #{index}: done"]
        end

        # The context goes from advice to advice as text, as it is.
        advice = error ? MCPErrors.advise(error, context) : MCPErrors.negotiate(Vectors.body_of(step), context)
        context = advice.context_json || context
        Vectors.advice_differences(advice, expect, context_too: expect.key?('context')).map { |text| "step #{index}: #{text}" }
      end
      steps
    end).to eq []
  end

  it 'headers.jsonl holds' do
    expect(failures('headers') do |row|
      begin
        found = MCPErrors.request_headers(row['request'], row['input_schema'])
      rescue ArgumentError => e
        next row['expect']['refused'] ? [] : [e.message]
      end
      found == row['expect'] ? [] : [found.inspect]
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
        begin
          error = MCPErrors.check_request(row['request'], **row['server'].transform_keys(&:to_sym))
        rescue ArgumentError, TypeError => e
          next expect['refused'] ? [] : [e.message]
        end
        next ['not refused'] if expect['refused']
        next error ? [error.inspect] : [] if expect == { 'ok' => true }

        error ? Vectors.differences(error, expect) : ['goes ahead']
      end
    end).to eq []
  end
end
