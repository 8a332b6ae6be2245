# frozen_string_literal: true

# What stands here in Ruby's own words (constants, classes, who delegates to whom) must be what the core says.
RSpec.describe 'agreement with the core' do
  native = MCPErrors::Native
  errors = MCPClient::Errors
  int64 = [-(2**63), (2**63) - 1]

  it 'has one class a kind, with the same parent' do
    kinds = native.names(:mcp_kind_name)
    expect(kinds.size).to eq 33
    expect(kinds.sort).to eq errors.constants.map { |name| errors.const_get(name) }.grep(Class).map { |klass|
      klass.name.split('::').last
    }.sort
    kinds.each_with_index do |name, kind|
      parent = native.mcp_kind_parent(kind)
      expect(errors.const_get(name).superclass).to be(parent.negative? ? StandardError : errors.const_get(kinds[parent]))
    end
  end

  it 'chooses the class of every code as the core does' do
    codes = [*-70_000..70_000, *int64, *(0..62).flat_map { |bit| [1 << bit, -(1 << bit)] }]
    wrong = codes.reject do |code|
      errors::ServerError.from_jsonrpc('code' => code,
                                       'message' => 'm').instance_of?(MCPErrors::Kinds::CLASSES[native.mcp_kind_for_code(code)])
    end
    expect(wrong).to eq []
  end

  it 'calls the same codes modern' do
    wrong = [*-70_000..70_000, *int64].reject do |code|
      errors::Codes.modern_error_code?(code) == Core.mcp_code_is_modern(code)
    end
    expect(wrong).to eq []
  end

  it 'calls the same codes resource not found' do
    wrong = [*-70_000..70_000, *int64].reject do |code|
      [true, false].all? do |modern|
        errors::Codes.resource_not_found_code?(code,
                                               modern: modern) == Core.mcp_code_is_resource_not_found(code, modern ? 1 : 0)
      end
    end
    expect(wrong).to eq []
  end

  it 'names the codes that the core names' do
    constants = errors::Codes.constants.map { |name| errors::Codes.const_get(name) }.grep(Integer)
    named = (-70_000..70_000).select { |code| native.mcp_code_name(code) }
    expect(constants - named).to eq []
  end

  it 'answers every predicate as the core does, whatever class, code, status and shape of data' do
    predicates = { modern_protocol_error?: 1, modern_http_protocol_error?: 2, modern_protocol_error_for_probe?: 3,
                   protocol_error?: 4, era_inconclusive?: 5 }
    number = FFI::MemoryPointer.new(:int64)
    wrong = []
    native.names(:mcp_kind_name).each_with_index do |name, kind|
      klass = errors.const_get(name)
      server = klass <= errors::ServerError
      (server ? [nil, 0, -32_020, -32_021, -32_022, -32_601, -32_002] : [nil]).product(
        server ? [nil, 200, 400, 404, 503] : [nil], [true, false]
      ) do |code, status, well_formed|
        error = server ? klass.new('m', code: code) : klass.new('m')
        error.http_status = status if server
        error.define_singleton_method(:well_formed?) { well_formed }
        number.put_int64(0, code) if code
        flags = Core.mcp_verdicts(kind, code && number, status || 0, well_formed ? 1 : 0)
        predicates.each do |predicate, bit|
          next unless error.respond_to?(predicate)

          wrong << [name, code, status, well_formed, predicate] if error.public_send(predicate) != flags.anybits?(1 << bit)
        end
      end
    end
    expect(wrong).to eq []
  end

  it 'knows the members that the schema gives a shape, and no others' do
    klass = errors::MissingRequiredClientCapabilityError
    refused = lambda do |capabilities|
      text = JSON.generate(capabilities)
      !Core.mcp_caps_is_well_formed(text, text.bytesize)
    end
    klass::TYPED_CAPABILITY_MEMBERS.each do |name, members|
      expect(refused.call(name => 0)).to be true
      members.each { |member| expect(refused.call(name => { member => 0 })).to be true }
      expect(refused.call(name => { 'other' => 0 })).to be false
    end
    klass::OBJECT_MAP_CAPABILITIES.each { |name| expect(refused.call(name => { 'x' => 0 })).to be true }
    klass::OPEN_OBJECT_CAPABILITIES.each do |name|
      expect(refused.call(name => 0)).to be true
      expect(refused.call(name => { 'x' => 0 })).to be false
    end
    expect(refused.call('tasks' => 0)).to be false
  end

  it 'judges any shape of requiredCapabilities as the core does' do
    random = Random.new(20_260_728)
    names = %w[elicitation sampling experimental extensions roots tasks form url context tools x]
    make = lambda do |depth|
      next [nil, 0, 'x', true, [], {}].sample(random: random) if depth.zero? || random.rand < 0.3

      Array.new(random.rand(4)) { [names.sample(random: random), make.call(depth - 1)] }.to_h
    end
    3000.times do
      data = { 'requiredCapabilities' => make.call(3) }
      text = JSON.generate(data)
      kind = MCPErrors::Kinds::NAMES.index('MissingRequiredClientCapabilityError')
      found = errors::MissingRequiredClientCapabilityError.new('m', code: -32_021, data: data).well_formed?
      expect(found).to be(Core.mcp_data_is_well_formed(kind, text, text.bytesize)), text
    end
  end

  it 'judges any shape of supported and requested as the core does' do
    values = [nil, 0, 'x', '', true, [], {}, ['a'], ['a', 0], ['a', nil], ['', ''], [[]], { 'a' => 'b' }]
    kind = MCPErrors::Kinds::NAMES.index('UnsupportedProtocolVersionError')
    (values + [:absent]).product(values + [:absent]) do |supported, requested|
      data = { 'supported' => supported, 'requested' => requested }.reject { |_, value| value == :absent }
      text = JSON.generate(data)
      found = errors::UnsupportedProtocolVersionError.new('m', code: -32_022, data: data).well_formed?
      expect(found).to be(Core.mcp_data_is_well_formed(kind, text, text.bytesize)), text
    end
  end
end
