#!/usr/bin/env bash
# Installs the built library for C and C++ hosts: headers, shared and static library, pkg-config and CMake files.
# Usage: [LIBDIR=lib] [LIBRARIES=target/release] install.sh [DESTDIR [PREFIX]]
# LIBRARIES is the folder with libmcp_errors.so and .a, as `make lib` leaves them. PREFIX is /usr/local if it is not given.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
built=${LIBRARIES:-${CARGO_TARGET_DIR:-$root/target}/release}
prefix=${2:-/usr/local}
libdir=${LIBDIR:-lib}
to=${1:-}$prefix
case $prefix in
/*) ;;
*) echo "PREFIX must be an absolute path" >&2 && exit 2 ;;
esac
for file in "$built/libmcp_errors.so" "$built/libmcp_errors.a"; do
    [ -f "$file" ] || { echo "$file is missing: run 'make lib' first" >&2 && exit 2; }
done

version=$(sed -n '/^\[package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$root/Cargo.toml")
abi=$(sed -n 's/^#define MCP_ERRORS_ABI_VERSION \([0-9]*\)$/\1/p' "$root/include/mcp_errors.h")
native_libs=$(cat "$root/bindings/c/package/native-libs.txt")
package=$root/bindings/c/package

install -d "$to/include" "$to/$libdir/pkgconfig" "$to/$libdir/cmake/mcp_errors" "$to/share/doc/mcp_errors"
install -m 644 "$root/include/mcp_errors.h" "$root/include/mcp_errors.hpp" "$root/include/mcp_errors_enums.hpp" "$to/include"
install -m 644 "$root/LICENSE-MIT" "$root/LICENSE-APACHE" "$to/share/doc/mcp_errors"
install -m 755 "$built/libmcp_errors.so" "$to/$libdir/libmcp_errors.so.$version"
ln -sfn "libmcp_errors.so.$version" "$to/$libdir/libmcp_errors.so.$abi"
ln -sfn "libmcp_errors.so.$abi" "$to/$libdir/libmcp_errors.so"
"$root/bindings/c/localise.sh" "$built/libmcp_errors.a" "$root/tests/symbols.txt" "$to/$libdir/libmcp_errors.a"
chmod 644 "$to/$libdir/libmcp_errors.a"

# Paths are relative to the files themselves, so that the tree may be moved.
up=$(printf '%s' "$libdir" | sed 's|[^/][^/]*|..|g')
fill() { # TEMPLATE OUTPUT
    sed -e "s|@version@|$version|g; s|@version_major@|${version%%.*}|g; s|@abi@|$abi|g; s|@native_libs@|$native_libs|g" \
        -e "s|@native_libs_cmake@|$(printf '%s' "$native_libs" | sed 's|-l||g; s| |;|g')|g" \
        -e "s|@up_from_pkgconfig@|../$up|g; s|@up_from_cmake@|../../$up|g" "$package/$1" >"$2"
    chmod 644 "$2"
}
fill mcp_errors.pc.in "$to/$libdir/pkgconfig/mcp_errors.pc"
fill mcp_errors-static.pc.in "$to/$libdir/pkgconfig/mcp_errors-static.pc"
fill mcp_errors-config.cmake.in "$to/$libdir/cmake/mcp_errors/mcp_errors-config.cmake"
fill mcp_errors-config-version.cmake.in "$to/$libdir/cmake/mcp_errors/mcp_errors-config-version.cmake"
echo "installed mcp_errors $version to $to"
