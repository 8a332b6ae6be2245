# frozen_string_literal: true

require 'open3'

RSpec.describe 'README.md' do
  snippets = File.read(File.join(Vectors::GEM, 'README.md')).scan(/^```ruby\n(.*?)^```/m).flatten

  it('has snippets') { expect(snippets.size).to be >= 4 }

  snippets.each_with_index do |snippet, index|
    it "shows what happens in snippet #{index + 1}" do
      # `expression # => value` is checked, everything else is run.
      script = snippet.gsub(/^(\S.*?)\s+# => (.*)$/) { "found = (#{Regexp.last_match(1)}); found.inspect == #{Regexp.last_match(2).dump} or abort \"\#{found.inspect} in: #{Regexp.last_match(1)}\"" }
      checked = script.scan('or abort').size
      output, status = Open3.capture2e(RbConfig.ruby, '-w', '-I', File.join(Vectors::GEM, 'lib'), '-e', script)
      expect(checked).to be >= 1
      expect(status).to be_success, output
      expect(output).to eq ''
    end
  end
end
