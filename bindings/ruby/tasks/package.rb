# frozen_string_literal: true

# Packs the gem in a folder of its own: package.rb platform LIBRARY|source CHECKOUT STAGE OUTPUT
# MCP_ERRORS_GEM_PLATFORM names the platform of a library that is not for this one, as in aarch64-linux-gnu.
require 'fileutils'
require 'rubygems/package'

# Puts together what belongs into a gem, and builds it.
module Package
  BINDING = File.expand_path('..', __dir__)
  CHECKOUT = File.expand_path('../../..', __dir__)
  RUBY = %w[lib sig README.md .yardopts mcp_errors.gemspec].freeze
  # What the crate has and the build of the library does not need.
  UNNEEDED = %w[include/*.hpp .cargo_vcs_info.json Cargo.toml.orig README.md CHANGELOG.md].freeze

  module_function

  def stage(folder)
    FileUtils.rm_rf(folder)
    FileUtils.mkdir_p(folder)
    copy(RUBY, BINDING, folder)
    copy(%w[LICENSE-MIT LICENSE-APACHE CHANGELOG.md], CHECKOUT, folder)
    # A library that somebody built in place is not the one to pack.
    FileUtils.rm_f(Dir.glob(File.join(folder, 'lib/mcp_errors/*.{so,dylib,dll}')))
  end

  def platform(library, folder)
    stage(folder)
    FileUtils.install(library, File.join(folder, 'lib/mcp_errors', File.basename(library)), mode: 0o644)
  end

  def source(checkout, folder)
    stage(folder)
    extension = File.join(folder, 'ext/mcp_errors')
    FileUtils.mkdir_p(extension)
    copy(%w[extconf.rb], File.join(BINDING, 'ext/mcp_errors'), extension)
    crate(checkout, folder, File.join(extension, 'crate'))
  end

  # The crate as cargo publishes it: its manifest and lock file know neither benchmarks nor other members of the workspace.
  def crate(checkout, folder, destination)
    target = File.join(folder, 'packed')
    system(ENV.fetch('CARGO', 'cargo'), 'package', '--quiet', '--no-verify', '--allow-dirty', '--package', 'mcp-errors',
           '--target-dir', target, chdir: checkout, exception: true)
    system('tar', 'xzf', Dir.glob(File.join(target, 'package/*.crate')).fetch(0), '-C', target, exception: true)
    FileUtils.mv(Dir.glob(File.join(target, 'mcp-errors-*')).find { |path| File.directory?(path) }, destination)
    FileUtils.rm_rf([target, *Dir.glob(UNNEEDED, base: destination, flags: File::FNM_DOTMATCH).map { |path| File.join(destination, path) }])
  end

  def copy(names, from, folder)
    names.each do |name|
      path = File.join(from, name)
      FileUtils.cp_r(path, folder) if File.exist?(path)
    end
  end

  # @return [String] the path of the gem
  def build(folder, output)
    FileUtils.mkdir_p(output)
    Dir.chdir(folder) do
      specification = Gem::Specification.load(File.join(folder, 'mcp_errors.gemspec'))
      file = Gem::Package.build(specification)
      File.join(output, file).tap { |path| FileUtils.mv(file, path) }
    end
  end
end

if $PROGRAM_NAME == __FILE__
  way, input, folder, output = ARGV
  abort 'usage: package.rb platform LIBRARY|source CHECKOUT STAGE OUTPUT' unless output && %w[platform source].include?(way)
  Package.public_send(way, File.expand_path(input), File.expand_path(folder))
  puts Package.build(File.expand_path(folder), File.expand_path(output))
end
