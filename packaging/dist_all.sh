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
wrap=$(mktemp -d)
trap 'rm -rf "$wrap"' EXIT
cp -r "$root/packaging/meson/packagefiles" "$wrap"
sum=$(sha256sum "$dist/mcp-errors-$version-source.tar.gz" | cut -d' ' -f1)
sed "s/@version@/$version/g; s/@sha256@/$sum/" "$root/packaging/meson/mcp_errors.wrap" >"$wrap/mcp_errors.wrap"
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u+rw,go+r,go-w -C "$wrap" mcp_errors.wrap packagefiles |
    gzip --no-name --best >"$dist/mcp-errors-$version-meson.tar.gz"
for triple in x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu; do
    case " $* " in
    *" $triple "*) "$root/packaging/deb/build.sh" "$triple" "$dist" >/dev/null ;;
    esac
done

cd "$dist"
sha256sum -- * >"$target_dir/packaging/SHA256SUMS"
mv "$target_dir/packaging/SHA256SUMS" .
ls -l
