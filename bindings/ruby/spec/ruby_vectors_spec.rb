# frozen_string_literal: true

RSpec.describe 'ruby.jsonl' do
  def symbolize(value)
    case value
    when Hash then value.to_h { |key, member| [key.to_sym, symbolize(member)] }
    when Array then value.map { |item| symbolize(item) }
    else value
    end
  end

  def answer(input)
    errors = MCPClient::Errors
    case input['call']
    when 'constant' then { 'value' => input['path'].split('::').inject(errors) { |scope, name| scope.const_get(name) } }
    when 'codes'
      { 'returns' => errors::Codes.public_send(input['method'], *input['args'], **input['kwargs'].transform_keys(&:to_sym)) }
    when 'is_subclass'
      { 'returns' => errors.const_get(input['class']).ancestors.include?(errors.const_get(input['of'])) }
    else subject_of(input)
    end
  end

  def subject_of(input)
    errors = MCPClient::Errors
    error =
      if input['call'] == 'new'
        errors.const_get(input['class']).new(*input['args'], **input['kwargs'].transform_keys(&:to_sym))
      else
        errors::ServerError.from_jsonrpc(input['symbolize'] ? symbolize(input['error']) : input['error'])
      end
    error.http_status = input['http_status'] if input.key?('http_status')
    input.fetch('set', {}).each { |name, value| error.public_send("#{name}=", value) }
    error.with_answered_so_far(input['with_answered_so_far']) if input.key?('with_answered_so_far')
    error
  end

  def value(subject, name)
    return subject[name] if subject.is_a?(Hash)
    return subject.class.name.split('::').last if name == 'class'

    subject.public_send(subject.respond_to?("#{name}?") ? "#{name}?" : name)
  end

  Vectors.rows('ruby').each do |row|
    it "#{row['id']}: #{row['about']}" do
      subject = answer(row['input'])
      found = row['expect'].to_h { |name, _| [name, value(subject, name)] }
      expect(Vectors.same?(found, row['expect'])).to be(true), "#{found} instead of #{row['expect']}"
    end
  end
end
