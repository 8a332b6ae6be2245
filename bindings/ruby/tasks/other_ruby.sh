#!/bin/sh
# Runs the suite and the benchmark with the Ruby of another Debian release, in a root of its own: trixie has 3.3 with json 2.9.
# Usage: other_ruby.sh SUITE [JSON_LIB]
#   SUITE     such as trixie
#   JSON_LIB  the folder lib of another version of the gem json, built for that Ruby: everything is run once more with it
# ROOT_FOLDER keeps the root for the next time; else it is removed. Needs mmdebstrap and the rights of root, and the library that
# `make lib` built. spec/gem_spec.rb is not run: it needs cargo, which the root does not have.
set -eu

checkout=$(cd "$(dirname "$0")/../../.." && pwd)
suite=${1:?usage: other_ruby.sh SUITE [JSON_LIB]}
json=${2:-}
built=${CARGO_TARGET_DIR:-$checkout/target}/release
[ -f "$built/libmcp_errors.so" ] || { echo "There is no $built/libmcp_errors.so: run make lib" >&2 && exit 2; }

packages=ruby,ruby-ffi,ruby-rspec,ruby-faraday,ruby-faraday-net-http,ruby-webrick,gcc,libc6-dev
if [ -n "${ROOT_FOLDER:-}" ]; then root=$ROOT_FOLDER
else
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
fi
[ -x "$root/usr/bin/ruby" ] || mmdebstrap --quiet --variant=apt --include="$packages" "$suite" "$root"

# A copy, since nothing of the checkout may be mounted in a folder that is removed.
rm -rf "$root/checkout" "$root/json"
mkdir -p "$root/checkout/target/release"
git -C "$checkout" ls-files -z | tar -C "$checkout" --null --files-from=- --create | tar -x -C "$root/checkout"
cp -P "$built"/libmcp_errors.so* "$root/checkout/target/release/"

run() { # run LOAD_PATH
    # /proc is mounted in a namespace that ends with the command.
    unshare --mount sh -euc 'mount -t proc proc "$1/proc" && exec chroot "$1" env LANG=C.UTF-8 RUBYLIB="$2" sh -euc "$3"' - "$root" "$1" '
        cd /checkout/bindings/ruby
        ruby -rjson -rffi -e "puts %(Ruby #{RUBY_VERSION}, json #{JSON::VERSION}, ffi #{FFI::VERSION})"
        rspec --exclude-pattern spec/gem_spec.rb
        ruby bench/ruby.rb'
}
run ''
[ -n "$json" ] || exit 0
cp -r "$json" "$root/json"
run /json
