#!/usr/bin/env bash
# Tests the packages of sources and the .deb packages in dist: builds a program with each. Usage: [DIST=dist] check_sources.sh [NAME]...
# Names: crate conan meson deb reproducible; all if none is given
set -u
. "$(dirname "$0")/target.sh"
. "$root/tests/c/lib.sh"
dist=$(realpath "${DIST:-$root/dist}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
LIMIT=1800

unpack() { mkdir -p "$work/$2" && tar xzf "$1" -C "$work/$2" --strip-components=1; }

crate() {
    unpack "$dist/mcp-errors-$version.crate" crate || return
    (cd "$work/crate" && cargo rustc --release --locked --lib --crate-type staticlib --target-dir "$work/target") &&
        gcc -I "$work/crate/include" "$root/packaging/example.c" "$work/target/release/libmcp_errors.a" \
            $(cat "$root/bindings/c/package/native-libs.txt") -o "$work/example-crate" && "$work/example-crate"
}

conan() { # static or shared
    unpack "$dist/mcp-errors-$version-source.tar.gz" conan || return
    local CONAN_HOME=$target_dir/packaging/conan
    export CONAN_HOME
    "$tools/conan" profile detect --force && "$tools/conan" create "$work/conan/packaging/conan" -o "mcp-errors/*:shared=$1"
}

meson() {
    mkdir -p "$work/meson/subprojects/packagecache" || return
    tar xzf "$dist/mcp-errors-$version-meson.tar.gz" -C "$work/meson/subprojects" || return
    cp "$dist/mcp-errors-$version-source.tar.gz" "$work/meson/subprojects/packagecache"
    cp "$root/packaging/example.c" "$work/meson"
    cat >"$work/meson/meson.build" <<'END'
project('example', 'c')
test('example', executable('example', 'example.c', dependencies: dependency('mcp_errors')))
END
    command meson setup "$work/meson/build" "$work/meson" && command meson test -C "$work/meson/build"
}

deb() { # in the Debian 13 of msrv.sh, which has a C compiler
    local folder=$target_dir/packaging/roots/trixie-cargo
    "$root/packaging/msrv.sh" true || return
    rm -rf "$folder/tmp/check" && mkdir "$folder/tmp/check" || return
    cp "$root/packaging/example.c" "$dist"/libmcp-errors*_amd64.deb "$folder/tmp/check" || return
    "$root/packaging/msrv.sh" sh -ec 'cd /tmp/check
        dpkg --install *.deb
        gcc example.c -lmcp_errors -o shared && ./shared
        gcc example.c -l:libmcp_errors.a -lgcc_s -lm -ldl -lpthread -o static && ./static
        dpkg --purge libmcp-errors-dev libmcp-errors1'
}

reproducible() { # two checkouts, two CARGO_HOMEs, the same packages
    local triple=x86_64-unknown-linux-gnu copy
    for copy in one other/copy; do
        git clone --quiet "$root" "$work/$copy" || return
        ln -s "$root/packaging/.venv" "$work/$copy/packaging/.venv"
        CARGO_HOME=$work/$copy.home CARGO_TARGET_DIR=$work/$copy.target "$work/$copy/packaging/pack.sh" $triple "$work/$copy.dist" || return
    done
    diff -r "$work/one.dist" "$work/other/copy.dist"
}

export root work target_dir tools dist version
export -f $(compgen -A function)
[ $# -gt 0 ] || set -- crate conan meson deb reproducible
exec > >(tee "$target_dir/packaging/sources.results")
for name; do
    case $name in
    crate) check "the crate builds, and a C program links with it" crate ;;
    conan)
        check "Conan builds from the source archive, static" conan False
        check "Conan builds from the source archive, shared" conan True
        ;;
    meson) check "Meson builds from the source archive by the wrap" meson ;;
    deb) check "Debian 13: the .deb packages install, and C programs link" deb ;;
    reproducible) check "two checkouts and two CARGO_HOMEs give the same packages" reproducible ;;
    *) echo "no such check: $name" >&2 && exit 2 ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
