#!/usr/bin/env bash
# Packs built libraries of a Linux target with glibc as libmcp-errors1 and libmcp-errors-dev. The same input gives the same bytes.
# Usage: build.sh TARGET OUTPUT_DIR; the libraries are those that packaging/build.sh left for the target, or those in LIBRARIES
set -eu
. "$(dirname "$0")/../target.sh"
read_target "${1:?usage: build.sh TARGET OUTPUT_DIR}"
output=$(realpath -m "${2:?usage: build.sh TARGET OUTPUT_DIR}")
libraries=${LIBRARIES:-$(libraries_of "$triple")}
case $triple in
x86_64-*) architecture=amd64 ;;
aarch64-*) architecture=arm64 ;;
*) echo "No Debian architecture is known for $triple" >&2 && exit 2 ;;
esac
export SOURCE_DATE_EPOCH=315619200
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$output"
umask 022

tree=$work/libmcp-errors-dev runtime=$work/libmcp-errors1 libdir=usr/lib/$archive
BINUTILS=$(binutils_of "$triple")
export BINUTILS
LIBRARIES=$libraries LIBDIR=lib/$archive "$root/bindings/c/install.sh" "$tree" /usr >/dev/null
rm -r "$tree/usr/share"
mkdir -p "$runtime/$libdir"
mv "$tree/$libdir"/libmcp_errors.so.* "$runtime/$libdir"
chmod 644 "$runtime/$libdir"/*

description=' It says what kind of error a response of an MCP server is, and what a client can do about it.'
control() { # PACKAGE SECTION DEPENDS SUMMARY
    mkdir -p "$work/$1/DEBIAN" "$work/$1/usr/share/doc/$1"
    { cat "$root/LICENSE-MIT" && echo && cat "$root/LICENSE-APACHE"; } >"$work/$1/usr/share/doc/$1/copyright"
    cat >"$work/$1/DEBIAN/control" <<END
Package: $1
Source: mcp-errors
Version: $version-1
Architecture: $architecture
Multi-Arch: same
Section: $2
Priority: optional
Maintainer: The mcp-errors authors <mcp-errors@localhost>
Installed-Size: $(du -sk --apparent-size "$work/$1/usr" | cut -f1)
Depends: $3
Description: $4
$description
END
    (cd "$work/$1" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
    dpkg-deb --build --root-owner-group "$work/$1" "$output/$1_$version-1_$architecture.deb"
}
mkdir -p "$runtime/DEBIAN"
echo "libmcp_errors 1 libmcp-errors1 (>= $version)" >"$runtime/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$runtime/DEBIAN/triggers"
control libmcp-errors1 libs "libc6 (>= ${system#glibc })" 'understands errors of the Model Context Protocol (shared library)'
control libmcp-errors-dev libdevel "libmcp-errors1 (= $version-1), libc6-dev" \
    'understands errors of the Model Context Protocol (development files)'
