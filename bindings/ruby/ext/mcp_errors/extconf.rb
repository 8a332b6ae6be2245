# frozen_string_literal: true

# Builds the library with cargo when the gem is installed from source, and puts it beside the Ruby files that load it.
require 'fileutils'
require 'rbconfig'

triple = ENV.fetch('CARGO_BUILD_TARGET', '')
file = case triple.empty? ? RbConfig::CONFIG['host_os'] : triple
       when /darwin/ then 'libmcp_errors.dylib'
       when /mswin|mingw|windows/ then 'mcp_errors.dll'
       else 'libmcp_errors.so'
       end
# The crate is packaged beside this file; in a checkout it is the checkout itself.
crate = [File.join(__dir__, 'crate'), File.expand_path('../../../..', __dir__)].find do |path|
  File.exist?(File.join(path, 'Cargo.toml'))
end
target = File.expand_path(ENV.fetch('CARGO_TARGET_DIR', 'target'))
cargo = ENV.fetch('CARGO', 'cargo')

abort 'mcp_errors: the Rust sources are missing from this gem' unless crate
manifest = File.join(crate, 'Cargo.toml')
needed = File.read(manifest)[/^rust-version = "(.*)"/, 1]
command = [cargo, 'rustc', '--release', '--locked', '--lib', '--crate-type', 'cdylib', '--manifest-path', manifest,
           '--target-dir', target]
# On musl Rust links statically unless told otherwise, and then builds no shared library.
musl = (triple.empty? ? RbConfig::CONFIG['host_os'] : triple).include?('musl')
environment = musl ? { 'RUSTFLAGS' => "#{ENV.fetch('RUSTFLAGS', '')} -C target-feature=-crt-static".strip } : {}
puts command.join(' ')
case system(environment, *command)
when nil
  abort <<~TEXT
    mcp_errors: the command #{cargo} was not found. The library is written in Rust and has to be built: install Rust #{needed} or
    later (https://rustup.rs), or a gem for your platform, which has the library in it.
  TEXT
when false
  abort "mcp_errors: cargo could not build the library, see its messages above. It needs Rust #{needed} or later (rustc --version)."
end

FileUtils.cp(File.join(target, triple, 'release', file), File.join(__dir__, '../../lib/mcp_errors', file))
FileUtils.rm_rf(target) unless ENV.key?('CARGO_TARGET_DIR')

# RubyGems calls make next; everything is done.
File.write('Makefile', "all install clean:\n\t@:\n.PHONY: all install clean\n")
