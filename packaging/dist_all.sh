#!/usr/bin/env bash
# Makes all packages that can be made here, in dist: those of the given targets (all that are shipped, if none is given), and the sources.
# Usage: dist_all.sh [TARGET]...
set -eu
. "$(dirname "$0")/target.sh"
"$root/packaging/tools.sh" build
dist=$root/dist
rm -rf "$dist"
mkdir -p "$dist"
[ $# -gt 0 ] || set -- $(targets ship)

for triple; do
    began=$(date +%s)
    "$root/packaging/pack.sh" "$triple" "$dist" >"$target_dir/packaging/$triple.packed"
    echo "$triple: $(($(date +%s) - began)) s"
done

export SOURCE_DATE_EPOCH=315619200
"$tools/python" -m build --no-isolation --sdist --outdir "$dist" "$root/bindings/python" >/dev/null
ruby "$root/bindings/ruby/tasks/package.rb" source "$root" "$target_dir/packaging/gem-source" "$dist" >/dev/null
cargo package --manifest-path "$root/Cargo.toml" --locked --no-verify --quiet --allow-dirty
cp "$target_dir/package/mcp-errors-$version.crate" "$dist"
# What Conan, vcpkg and Meson build from.
git -C "$root" archive --prefix="mcp-errors-$version/" HEAD | gzip --no-name --best >"$dist/mcp-errors-$version-source.tar.gz"
[ ! -d "$root/packaging/deb" ] || [ ! -f "$(libraries_of x86_64-unknown-linux-gnu)/libmcp_errors.so" ] ||
    "$root/packaging/deb/build.sh" "$(libraries_of x86_64-unknown-linux-gnu)" "$dist" >/dev/null

cd "$dist"
sha256sum -- * >"$target_dir/packaging/SHA256SUMS"
mv "$target_dir/packaging/SHA256SUMS" .
ls -l
