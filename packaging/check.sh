#!/usr/bin/env bash
# Tests the packages of one target in the system that they are for, as far as it can be had here.
# Usage: [DIST=dist TESTS=tests C_TESTS=errors] check.sh TARGET; a target that is not shipped is built and tested
set -u
. "$(dirname "$0")/target.sh"
. "$root/packaging/root.sh"
. "$root/tests/c/lib.sh"
read_target "${1:?usage: check.sh TARGET}" || exit
dist=$(realpath "${DIST:-$root/dist}") tests=$(realpath "${TESTS:-$root/tests}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
results=$target_dir/packaging/$triple.results # read by report.py
export PKG_CONFIG_PATH=$work/lib/pkgconfig
LIMIT=1800
PYTHON_PACKAGES="python3-minimal libpython3-stdlib libgcc-s1"

# The library to test: out of the packed archive, or just built.
libraries=$work/lib
mkdir "$libraries"
if [ "$use" = ship ]; then
    tar xzf "$dist/mcp_errors-$version-$archive.tar.gz" -C "$work" --strip-components=1 || exit
    for file in "$work/lib/$shared" "$work/bin/$shared"; do
        [ ! -e "$file" ] || library=$file
    done
else
    cp "$("$root/packaging/build.sh" "$triple")"/* "$libraries" || exit
    library=$libraries/$shared
fi
library_wheel=$dist/mcp_errors-$version-py3-none-$wheel.whl library_gem=$dist/mcp_errors-$version-$gem.gem

# into_root FOLDER: the tests, the library and the packages, as FOLDER/check.
into_root() {
    rm -rf "$1/check"
    mkdir -p "$1/check/tests" "$1/check/site" "$1/check/bindings/python/tests"
    cp "$library" "$1/check/$shared"
    cp -r "$tests/check_abi.py" "$tests/vectors" "$tests/wire" "$1/check/tests"
    cp "$root"/packaging/smoke.* "$1/check"
    cp "$root/bindings/python/tests/vectors.py" "$1/check/bindings/python/tests"
    [ ! -f "$library_wheel" ] || cp "$library_wheel" "$1/check"
    [ ! -f "$library_gem" ] || cp "$library_gem" "$1/check"
}

no_path_inside() {
    ! strings -a "$library" | grep -F -e "$root" -e "${CARGO_HOME:-$HOME/.cargo}" -e "$HOME/" -e "$target_dir"
}

exports() { # the names of the functions that the library exports
    case $shared in
    *.so) llvm-nm --dynamic --defined-only --format=just-symbols "$library" ;;
    *.dylib) llvm-nm --extern-only --defined-only --format=just-symbols "$library" | sed 's/^_//' ;;
    *.dll) llvm-readobj --coff-exports "$library" | sed -n 's/^ *Name: //p' ;;
    *.wasm) "$tools/python" -c "import sys, wasmtime
for e in wasmtime.Module.from_file(wasmtime.Engine(), sys.argv[1]).exports:
    if e.name not in ('memory', 'malloc', 'free', '_initialize'): print(e.name)" "$library" ;;
    esac
}

names() { # those of the list; on Linux each has two, see bindings/c/localise.sh
    cat "$root/tests/symbols.txt"
    case $shared in
    *.so) sed -n '/^mcp_errors_/!s/^mcp_/mcp_errors_/p' "$root/tests/symbols.txt" ;;
    esac
}

exports_are_ours() { # those of the header, and no other; zig cannot hide the runtime's own on macOS
    diff <(exports | sed 's/@@MCP_ERRORS_[0-9.]*$//; /^MCP_ERRORS_/d' | { [ "${shared##*.}" = dylib ] && grep '^mcp_' || cat; } | LC_ALL=C sort) <(names | LC_ALL=C sort)
}

same_library() { # the wheel, the gem and the archive hold one library
    local sum packed
    sum=$(sha256sum <"$library")
    packed=$(unzip -Z1 "$library_wheel" | grep -E '^mcp_errors/[^/]*\.(so\.1|dylib|dll)$')
    [ "$(unzip -p "$library_wheel" "$packed" | sha256sum)" = "$sum" ] &&
        [ "$(tar xOf "$library_gem" data.tar.gz | tar xzO "lib/mcp_errors/$shared" | sha256sum)" = "$sum" ]
}

wheel_is() { # PLATFORM, by auditwheel
    PATH=$tools:$PATH auditwheel show "$library_wheel" | tee /dev/stderr | grep -F "\"$1\""
}

vectors() { # ROOT
    in_root "$1" /usr/bin/python3 /check/tests/check_abi.py "/check/$shared" /check/tests/vectors &&
        in_root "$1" /usr/bin/python3 /check/tests/check_abi.py "/check/$shared" /check/tests/wire answers
}

install_wheel() { # ROOT, with the pip of that system, which compares the tag with the system
    in_root "$1" /usr/bin/python3 -m pip install --quiet --no-index --no-deps --target "$(inside "$1")/site" "/check/${library_wheel##*/}"
}

python() { # ROOT SCRIPT ARGUMENT...
    local settings=("PYTHONPATH=$(inside "$1")/site") folder=$1
    shift
    in_root "$folder" /usr/bin/python3 "$@"
}

ruby_smoke() { # ROOT
    local settings=("GEM_HOME=$(inside "$1")/gems")
    in_root "$1" /usr/bin/ruby -S gem install --local --no-document "/check/${library_gem##*/}" && in_root "$1" /usr/bin/ruby /check/smoke.rb
}

# Builds the C tests by $compiler and runs each by $run.
c_tests() { # SUFFIX LINK...
    local suffix=$1 program
    shift
    set -e
    for program in ${C_TESTS:-errors arguments structs classify decide serve}; do
        $compiler -std=c99 -O1 -I "$root/include" -I "$root/tests/c" "$root/tests/c/$program.c" -o "$work/$program$suffix" "$@"
        $run "$work/$program$suffix"
    done
}

glibc_is_old_enough() { # the newest symbol version is that of the table, or older
    local newest
    newest=$(readelf --wide --dyn-syms "$library" | grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -n 1)
    echo "newest symbol version: $newest"
    [ -n "$newest" ] && [ "$(printf '%s\n' "$newest" "GLIBC_${system#glibc }" | sort -V | tail -n 1)" = "GLIBC_${system#glibc }" ]
}

needed_is() { # LIBRARY...
    diff <(printf '%s\n' "$@") <(readelf -d "$library" | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' | sort)
}

zig() { "$tools/python" -m ziglang "$@"; }

check_x86_64_unknown_linux_gnu() {
    check "auditwheel: manylinux_2_17_x86_64" wheel_is manylinux_2_17_x86_64
    check "wheel, gem and archive have the same library" same_library
    old=$(root_of bullseye amd64 $PYTHON_PACKAGES python3-pip) && into_root "$old"
    check "Debian 11, Python 3.9: vectors by the C ABI" vectors "$old"
    check "Debian 11, Python 3.9: the wheel installs" install_wheel "$old"
    check "Debian 11, Python 3.9: vectors from Python" python "$old" /check/bindings/python/tests/vectors.py
    new=$(root_of bookworm amd64 ruby ruby-ffi libgcc-s1) && into_root "$new"
    check "Debian 12, Ruby 3.1: the gem installs and works" ruby_smoke "$new"
    compiler=gcc run=env
    export LD_LIBRARY_PATH=$work/lib
    check "C tests, shared" c_tests -shared $(pkg-config --libs mcp_errors) -lpthread
    check "C tests, static" c_tests -static $(pkg-config --libs mcp_errors-static) -lpthread
}

check_x86_64_unknown_linux_musl() {
    check "needs libc.so and nothing else" needed_is libc.so
    check "wheel, gem and archive have the same library" same_library
    compiler=musl-gcc run="env LD_LIBRARY_PATH=$work/lib"
    check "musl 1.2: C tests, shared" c_tests -shared "-L$work/lib" -lmcp_errors
    # Debian's gcc has an unwinder for glibc only.
    compiler="zig cc -target x86_64-linux-musl -static" run=env
    check "musl 1.2: C tests, static" c_tests -static "$work/lib/libmcp_errors.a" -lunwind
}

check_aarch64_unknown_linux_gnu() {
    check "auditwheel: manylinux_2_17_aarch64" wheel_is manylinux_2_17_aarch64
    check "wheel, gem and archive have the same library" same_library
    folder=$(root_of trixie arm64 $PYTHON_PACKAGES python3-pip ruby ruby-ffi) && into_root "$folder"
    check "Debian 13, qemu: vectors by the C ABI" vectors "$folder"
    check "Debian 13, qemu, Python 3.13: the wheel installs" install_wheel "$folder"
    check "Debian 13, qemu, Python 3.13: the binding works" python "$folder" /check/smoke.py
    check "Debian 13, qemu, Ruby 3.3: the gem installs and works" ruby_smoke "$folder"
    compiler="zig cc -target aarch64-linux-gnu.2.17" run="env LD_LIBRARY_PATH=$work/lib qemu-aarch64-static -L $folder"
    check "Debian 13, qemu: C tests, shared" c_tests -shared "$work/lib/libmcp_errors.so" -lpthread
    check "Debian 13, qemu: C tests, static" c_tests -static "$work/lib/libmcp_errors.a" -lunwind -lpthread -ldl
}

check_s390x_unknown_linux_gnu() {
    check "needs glibc ${system#glibc } or older" glibc_is_old_enough
    folder=$(root_of bookworm s390x $PYTHON_PACKAGES) && into_root "$folder"
    check "Debian 12, qemu, big-endian: vectors by the C ABI" vectors "$folder"
}

check_i686_unknown_linux_gnu() {
    check "needs glibc ${system#glibc } or older" glibc_is_old_enough
    folder=$(root_of bookworm i386 $PYTHON_PACKAGES) && into_root "$folder"
    check "Debian 12, 32 bits: vectors by the C ABI" vectors "$folder"
}

check_x86_64_pc_windows_gnu() {
    check "wheel, gem and archive have the same library" same_library
    export WINEPREFIX=$target_dir/packaging/wine WINEDEBUG=-all # outlives the check, as its server does
    cp "$library" "$work"
    compiler="zig cc -target x86_64-windows-gnu" run=wine
    check "Wine: C tests, shared" c_tests -shared.exe "$work/lib/libmcp_errors.dll.a"
    check "Wine: C tests, static" c_tests -static.exe $(pkg-config --libs mcp_errors-static) -lunwind
}
wine() { "$(command -v wine64 || echo /usr/lib/wine/wine64)" "$@"; }

check_wasm32_wasip1() {
    check "wasmtime: vectors by the C ABI" "$tools/python" "$root/packaging/wasm_ctypes.py" "$tests/check_abi.py" "$library" "$tests/vectors"
    check "wasmtime: responses of real servers" "$tools/python" "$root/packaging/wasm_ctypes.py" "$tests/check_abi.py" "$library" "$tests/wire" answers
}

install_name_is() {
    llvm-objdump --macho --dylib-id "$library" | grep -Fx "$1"
}

check_apple() { # built only: nothing here can run it
    check "wheel, gem and archive have the same library" same_library
    check "install name is @rpath/libmcp_errors.1.dylib" install_name_is @rpath/libmcp_errors.1.dylib
}
check_aarch64_apple_darwin() { check_apple; }
check_x86_64_apple_darwin() { check_apple; }

# A check runs in a shell of its own.
export root work target_dir tools dist tests version triple shared system wheel library library_wheel library_gem compiler run
export -f $(compgen -A function)
exec > >(tee "$results")
check "no path of the building machine is inside" no_path_inside
check "it exports the functions of the header and nothing else" exports_are_ours
"check_${triple//-/_}"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
