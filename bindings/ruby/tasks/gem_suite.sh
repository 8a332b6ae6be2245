#!/bin/sh
# Runs the suite of a checkout of ruby-mcp-client as it is, and once more with its lib/mcp_client/errors.rb replaced by this gem, and
# compares example by example. Usage: gem_suite.sh GEM_DIR [RSPEC_ARGUMENT...]
# The checkout is copied and left as it is. Its dependencies (faraday, faraday-retry, faraday-follow_redirects, rspec, webmock ...) must
# be installed.
set -eu

binding=$(cd "$(dirname "$0")/.." && pwd)
checkout=${1:?usage: gem_suite.sh GEM_DIR [RSPEC_ARGUMENT...]}
shift
[ -f "$checkout/lib/mcp_client/errors.rb" ] || { echo "$checkout is not a checkout of ruby-mcp-client" >&2 && exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$checkout" "$work/original"
cp -r "$checkout" "$work/replaced"
# The three steps of the README, but for the gemspec: the gem is found by its path.
rm "$work/replaced/lib/mcp_client/errors.rb"
sed -i "s|require_relative 'mcp_client/errors'|require 'mcp_client/errors'|" "$work/replaced/lib/mcp_client.rb"

run() { # run NAME LOAD_PATH RSPEC_ARGUMENT...
    name=$1 path=$2
    shift 2
    # A failing suite is compared like any other; one that does not start has no report.
    (cd "$work/$name" && RUBYLIB="$path" rspec --no-color --order defined --format json --out "$work/$name.json" "$@" >"$work/$name.log" 2>&1) || true
    [ -s "$work/$name.json" ] || { cat "$work/$name.log" >&2 && exit 2; }
}
run original '' "$@"
run replaced "$binding/lib" "$@"

ruby -rjson - "$work/original.json" "$work/replaced.json" <<'RUBY'
before, after = ARGV.map do |path|
  report = JSON.parse(File.read(path))
  abort "errors outside of examples: #{report['messages']&.join}" if report.dig('summary', 'errors_outside_of_examples_count').to_i > 0
  report['examples'].to_h { |example| [[example['file_path'], example['id'], example['full_description']], example] }
end
abort 'no examples ran' if before.empty?
failed = before.count { |_, example| example['status'] == 'failed' }
different = (before.keys | after.keys).reject do |key|
  [before, after].map { |examples| examples[key]&.values_at('status')&.push(examples[key].dig('exception', 'class')) }.uniq.one?
end
different.each { |key| puts "#{key[1]} #{key[2]}: #{before.dig(key, 'status') || 'missing'}, with the replacement #{after.dig(key, 'status') || 'missing'}" }
puts "#{before.size} examples, #{failed} of them fail with the original; #{different.size} differ with the replacement"
exit different.empty?
RUBY
