# frozen_string_literal: true

RSpec.describe 'data with Symbol keys' do
  errors = MCPClient::Errors

  it 'is read by required_capabilities, at every level' do
    [{ elicitation: { url: {} }, sampling: { tools: {} }, extensions: { 'a.b/c': {} }, experimental: { x: {} }, roots: {} },
     {}].each do |required|
      error = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: { requiredCapabilities: required })
      expect(error.required_capabilities).to equal required
      expect(error).to be_modern_protocol_error
    end
    [{ elicitation: 1 }, { elicitation: { url: 1 } }, { sampling: { tools: nil } }, { extensions: { a: 1 } }, { experimental: [] },
     { roots: nil }].each do |required|
      error = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: { requiredCapabilities: required })
      expect(error).not_to be_well_formed
    end
  end

  it 'is hidden by a String key, also by nil' do
    error = errors::MissingRequiredClientCapabilityError.new('m',
                                                             data: { 'requiredCapabilities' => nil,
                                                                     requiredCapabilities: { roots: {} } })
    expect(error.required_capabilities).to eq({})
    typed = lambda { |members|
      errors::MissingRequiredClientCapabilityError.new('m', data: { 'requiredCapabilities' => { 'elicitation' => members } })
    }
    expect(typed.call({ 'form' => {}, form: 1 })).to be_well_formed
    expect(typed.call({ 'form' => nil, form: {} })).not_to be_well_formed
  end

  it 'has both spellings of one capability checked' do
    [{ 'roots' => {}, roots: 1 }, { 'roots' => 1, roots: {} }].each do |required|
      expect(errors::MissingRequiredClientCapabilityError.new('m',
                                                              data: { requiredCapabilities: required })).not_to be_well_formed
    end
    expect(errors::MissingRequiredClientCapabilityError.new('m',
                                                            data: { requiredCapabilities: { 'roots' => {},
                                                                                            roots: {} } })).to be_well_formed
  end

  it 'has names compared exactly' do
    required = { 'Elicitation' => 1, 'elicitation ' => 1, 5 => 1, nil => 1, Roots: 1 }
    expect(errors::MissingRequiredClientCapabilityError.new('m', data: { requiredCapabilities: required })).to be_well_formed
  end

  it 'is read by supported and requested' do
    error = errors::UnsupportedProtocolVersionError.new('m', code: -32_022, data: { supported: ['a'], requested: 'b' })
    expect(error).to have_attributes(supported: ['a'], requested: 'b', supported_suffix: ' (server supports: a)')
    expect(error).to be_modern_protocol_error
    hidden = errors::UnsupportedProtocolVersionError.new('m',
                                                         data: { 'supported' => nil, supported: ['a'], 'requested' => nil,
                                                                 requested: 'b' })
    expect(hidden).to have_attributes(supported: [], requested: nil, well_formed?: false)
  end

  it 'is read by input_requests and request_state, where nil and false do not hide it' do
    read = ->(data) { errors::InputRequiredError.new('m', data: data) }
    expect(read.call({ inputRequests: { 'a' => 1 },
                       requestState: 's' })).to have_attributes(input_requests: { 'a' => 1 }, request_state: 's')
    expect(read.call({ 'inputRequests' => nil, inputRequests: { 'a' => 1 } }).input_requests).to eq('a' => 1)
    expect(read.call({ 'inputRequests' => false, inputRequests: { 'a' => 1 } }).input_requests).to eq('a' => 1)
    expect(read.call({ 'inputRequests' => 5, inputRequests: { 'a' => 1 } }).input_requests).to eq({})
    expect(read.call({ 'requestState' => false }).request_state).to be_nil
    expect(read.call({ 'requestState' => '' }).request_state).to eq ''
    expect(read.call('no hash')).to have_attributes(input_requests: {}, request_state: nil)
  end

  it 'is understood by advise, log_line and the capabilities' do
    error = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021,
                                                                  data: { requiredCapabilities: { elicitation: { url: {} } } })
    advice = MCPErrors.advise(error, declared: {}, supported_caps: { elicitation: { url: {} } })
    expect(advice).to have_attributes(action: :declare_capabilities, missing: { 'elicitation' => { 'url' => {} } })
    expect(MCPErrors.log_line(error)).to include 'elicitation'
    expect(MCPErrors.missing_capabilities({ roots: {} }, { roots: {}, sampling: {} })).to eq('sampling' => {})
  end
end
