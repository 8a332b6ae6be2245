#!/usr/bin/env bash
# Installs the built library for C and C++ hosts: headers, shared and static library, pkg-config and CMake files.
# Usage: [LIBDIR=lib] [LIBRARIES=DIR] install.sh [DESTDIR [PREFIX]]
# LIBRARIES is the folder with the libraries, as `make lib` leaves them; it may be of another system. PREFIX is /usr/local by default.
# BINUTILS is put before the names of ld, objcopy and ar, as in aarch64-linux-gnu-.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
built=${LIBRARIES:-${CARGO_TARGET_DIR:-$root/target}/${CARGO_BUILD_TARGET:+$CARGO_BUILD_TARGET/}release}
prefix=${2:-/usr/local}
libdir=${LIBDIR:-lib}
to=${1:-}$prefix
case $prefix in
/*) ;;
*) echo "PREFIX must be an absolute path" >&2 && exit 2 ;;
esac
version=$(sed -n '/^\[package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$root/Cargo.toml")
abi=$(sed -n 's/^#define MCP_ERRORS_ABI_VERSION \([0-9]*\)$/\1/p' "$root/include/mcp_errors.h")
package=$root/bindings/c/package

# The shared library as built, as installed and, below PREFIX, its links; what CMake has to know of it.
links=()
for shared in libmcp_errors.so libmcp_errors.dylib mcp_errors.dll mcp_errors.wasm ''; do
    [ -n "$shared" ] && [ -f "$built/$shared" ] && break
done
case $shared in
libmcp_errors.so)
    file=$libdir/$shared.$version links=("$shared.$abi" "$shared")
    properties="IMPORTED_SONAME \"$shared.$abi\""
    ;;
libmcp_errors.dylib)
    file=$libdir/libmcp_errors.$abi.dylib links=("$shared")
    properties="IMPORTED_SONAME \"@rpath/libmcp_errors.$abi.dylib\""
    ;;
mcp_errors.dll)
    file=bin/$shared
    properties="IMPORTED_IMPLIB \"\${_mcp_errors_libdir}/libmcp_errors.dll.a\""
    ;;
mcp_errors.wasm) file=$libdir/$shared properties= ;;
esac
if [ -z "$shared" ] || [ ! -f "$built/libmcp_errors.a" ]; then
    echo "$built has no shared and static library: run 'make lib' first" >&2 && exit 2
fi
native_libs=$(cat "$package/native-libs.txt")
[ ! -f "$built/native-libs.txt" ] || native_libs=$(cat "$built/native-libs.txt")
# A C compiler brings the unwinder itself, as -static needs it; rustc names the shared one.
native_libs=$(printf "%s" "$native_libs" | sed "s/-lgcc_s *//")

install -d "$to/include" "$to/$libdir" "$to/share/doc/mcp_errors" "$to/${file%/*}"
install -m 644 "$root"/include/mcp_errors* "$to/include"
install -m 644 "$root/LICENSE-MIT" "$root/LICENSE-APACHE" "$package/THIRD-PARTY-NOTICES.txt" "$to/share/doc/mcp_errors"
install -m 755 "$built/$shared" "$to/$file"
last=${file##*/}
for link in "${links[@]}"; do
    ln -sfn "$last" "$to/$libdir/$link"
    last=$link
done
exclude=
case $shared in
*.so)
    # A plugin that links the archive does not export our functions again.
    exclude=-Wl,--exclude-libs,libmcp_errors.a
    "$root/bindings/c/localise.sh" "$built/libmcp_errors.a" "$root/tests/symbols.txt" "$to/$libdir/libmcp_errors.a"
    ;;
*) cp "$built"/libmcp_errors*.a "$to/$libdir" ;;
esac
chmod 644 "$to/$libdir"/*.a

if [ "$shared" != mcp_errors.wasm ]; then
    install -d "$to/$libdir/pkgconfig" "$to/$libdir/cmake/mcp_errors"
    # Paths are relative to the files themselves, so that the tree may be moved.
    up=$(printf '%s' "$libdir" | sed 's|[^/][^/]*|..|g')
    fill() { # TEMPLATE OUTPUT
        sed -e "s|@version@|$version|g; s|@version_major@|${version%%.*}|g; s|@native_libs@|$native_libs|g" \
            -e "s|@native_libs_cmake@|$(printf '%s' "$native_libs" | sed 's|-l||g; s| |;|g')|g" \
            -e "s|@shared@|$file|g; s|@exclude@|${exclude:+ $exclude}|g; s|@exclude_cmake@|${exclude}|g; s|@shared_properties@|$properties|g" \
            -e "s|@up_from_pkgconfig@|../$up|g; s|@up_from_cmake@|../../$up|g" "$package/$1" >"$2"
        chmod 644 "$2"
    }
    fill mcp_errors.pc.in "$to/$libdir/pkgconfig/mcp_errors.pc"
    fill mcp_errors-static.pc.in "$to/$libdir/pkgconfig/mcp_errors-static.pc"
    fill mcp_errors-config.cmake.in "$to/$libdir/cmake/mcp_errors/mcp_errors-config.cmake"
    fill mcp_errors-config-version.cmake.in "$to/$libdir/cmake/mcp_errors/mcp_errors-config-version.cmake"
fi
# What uninstall.sh removes.
list=$to/share/doc/mcp_errors/installed-files
: >"$list"
{
    for name in "$root"/include/mcp_errors*; do echo "include/${name##*/}"; done
    for name in LICENSE-MIT LICENSE-APACHE THIRD-PARTY-NOTICES.txt installed-files; do echo "share/doc/mcp_errors/$name"; done
    echo "$file"
    for link in "${links[@]}"; do echo "$libdir/$link"; done
    (cd "$to" && find "$libdir" -maxdepth 1 -name 'libmcp_errors*.a')
    (cd "$to" && find "$libdir/pkgconfig" "$libdir/cmake/mcp_errors" -name 'mcp_errors*' -type f 2>/dev/null) || true
} | LC_ALL=C sort >"$list"
echo "installed mcp_errors $version to $to"
