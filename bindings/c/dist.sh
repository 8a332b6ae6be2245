#!/usr/bin/env bash
# Packs what install.sh installs into OUTPUT_DIR/mcp_errors-VERSION-SYSTEM.tar.gz, under one folder of that name.
# The same input gives the same bytes. Usage: [LIBRARIES=DIR SYSTEM=x86_64-linux-musl] dist.sh [OUTPUT_DIR]
# Libraries of another system must be given with its name. OUTPUT_DIR is dist by default.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
output=${1:-$here/../../dist}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"
version=$(sed -n '/^\[package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$here/../../Cargo.toml")
name=mcp_errors-$version-${SYSTEM:-$(uname -m)-linux-gnu}
LIBDIR=lib "$here/install.sh" "$work" "/$name" >/dev/null
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --mode=u+rw,go+r,go-w --directory "$work" "$name" |
    gzip --no-name --best >"$output/$name.tar.gz"
echo "$output/$name.tar.gz"
