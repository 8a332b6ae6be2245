#!/usr/bin/env bash
# Builds the shared and the static library of a target of targets.tsv, and prints the folder with them.
# Usage: build.sh [TARGET]; the default is $CARGO_BUILD_TARGET, then the target of the installed rustc
# Honors CARGO_TARGET_DIR, CARGO_HOME and RUSTFLAGS. The result has no path of this machine in it.
set -eu
. "$(dirname "$0")/target.sh"
read_target "${1:-${CARGO_BUILD_TARGET:-$(rustc --print host-tuple)}}"
unset CARGO_BUILD_TARGET

out=$(libraries_of "$triple")
rm -rf "$out" # a build that fails must not leave older libraries to pack
log=$out.log
mkdir -p "$(dirname "$out")"

# A compiler with this target's standard library, or one with the sources of it: rustup's rust-src or Debian's rust-web-src.
build_std=()
rustc=$(command -v rustc || true)
if [ -z "$rustc" ] || [ ! -d "$("$rustc" --print target-libdir --target "$triple" 2>/dev/null)" ]; then
    for rustc in $rustc /usr/bin/rustc ''; do
        [ -n "$rustc" ] && [ -f "$("$rustc" --print sysroot)/lib/rustlib/src/rust/library/Cargo.lock" ] && break
    done
    if [ -z "$rustc" ]; then
        echo "No Rust compiler can build for $triple: run packaging/tools.sh build, or rustup target add $triple" >&2
        exit 2
    fi
    build_std=("-Zbuild-std=std,panic_unwind")
    [ "$triple" != wasm32-wasip1 ] || build_std=("-Zbuild-std=std,panic_abort")
    export RUSTC_BOOTSTRAP=1 # -Z on a stable compiler
fi
export RUSTC=$rustc CARGO=${rustc%rustc}cargo

commit=$("$rustc" -Vv | sed -n 's/^commit-hash: //p')
separator=$'\x1f' # between flags, which may have spaces
flags=${CARGO_ENCODED_RUSTFLAGS:-$(printf %s "${RUSTFLAGS:-}" | tr ' ' "$separator")}
for flag in $rustflags \
    "--remap-path-prefix=$root=/mcp-errors" \
    "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=/cargo" \
    "--remap-path-prefix=$("$rustc" --print sysroot)/lib/rustlib/src/rust=/rustc/$commit"; do
    flags+=${flags:+$separator}$flag
done
export CARGO_ENCODED_RUSTFLAGS=$flags
unset RUSTFLAGS

cd "$root"
ZIG=$("$tools/python" -c 'import ziglang, os; print(os.path.join(os.path.dirname(ziglang.__file__), "zig"))')
export ZIG CARGO_ZIGBUILD_ZIG_PATH=$ZIG
cargo=("$tools/cargo-zigbuild" rustc --target "$triple")
types=cdylib,staticlib
link=() # options for the linking of the shared library, after --
case $triple in
*-linux-*)
    # The shared library is linked out of the static one, see bindings/c/link.sh.
    cargo=("$CARGO" rustc --target "$triple")
    types=staticlib
    ;;
*-windows-gnu)
    # rustc asks for it; zig has what is in it elsewhere.
    mkdir -p "$target_dir/packaging/$triple/empty"
    printf '!<arch>\n' >"$target_dir/packaging/$triple/empty/libssp_nonshared.a"
    # The names to export; cargo-zigbuild drops the list that rustc gives.
    { echo EXPORTS && cat tests/symbols.txt; } >"$target_dir/packaging/$triple/mcp_errors.def"
    link=(-L "native=$target_dir/packaging/$triple/empty" -C "link-arg=$target_dir/packaging/$triple/mcp_errors.def")
    ;;
*-apple-darwin)
    export MACOSX_DEPLOYMENT_TARGET=${system#macOS }
    # Stripping for macOS needs rust-objcopy, which Debian does not have.
    export CARGO_PROFILE_RELEASE_STRIP=none
    link=(-C link-arg=-Wl,-install_name,@rpath/libmcp_errors.1.dylib)
    ;;
wasm32-*)
    cargo=("$CARGO" rustc --target "$triple")
    link=(-C linker-flavor=wasm-lld -C "linker=$root/packaging/wasm-ld.sh" -L native=/usr/lib/wasm32-wasi
        -C link-arg=--export=malloc -C link-arg=--export=free)
    ;;
esac

if ! "${cargo[@]}" --release --locked --lib --crate-type $types "${build_std[@]}" -- --print native-static-libs "${link[@]}" \
    >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "$triple was not built; the whole log is $log" >&2
    exit 1
fi
mkdir "$out"
cp "$target_dir/$triple/release/$static" "$out"
case $triple in
*-linux-*)
    zig_target=${triple/-unknown/}
    case $zig_target in
    i686-*) zig_target=x86${zig_target#i686} ;;
    esac
    [ "${system%% *}" != glibc ] || zig_target+=.${system#glibc }
    # zig links the unwinder in, so that no libgcc_s is needed.
    CC="$ZIG cc -target $zig_target -lunwind" BINUTILS=$(binutils_of "$triple") bindings/c/link.sh "$out/$static" "$out/$shared" >>"$log" 2>&1 ||
        { tail -n 40 "$log" >&2 && exit 1; }
    ;;
*) cp "$target_dir/$triple/release/$shared" "$out" ;;
esac
# What a program must link beside the static library.
sed -n 's/^note: native-static-libs: //p' "$log" | tail -n 1 >"$out/native-libs.txt"
case $triple in
*-windows-gnu) cp "$target_dir/$triple/release/libmcp_errors.dll.a" "$out" ;;
esac
echo "$out"
