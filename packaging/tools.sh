#!/usr/bin/env bash
# Installs what the packaging scripts need: Python packages into packaging/.venv, and Debian packages. Quick when all is there.
# Usage: tools.sh build|check...; build: to make the artifacts; check: to test them in other systems
set -eu
cd "$(dirname "$0")"

packages=
for part; do
    case $part in
    build) packages+=" gcc python3-venv ruby rustc-web cargo-web rust-web-src wasi-libc binutils binutils-aarch64-linux-gnu binutils-s390x-linux-gnu binutils-i686-linux-gnu" ;;
    check) packages+=" mmdebstrap qemu-user-static binfmt-support musl-tools wine64 pkg-config llvm unzip" ;;
    *) echo "usage: tools.sh build|check..." >&2 && exit 2 ;;
    esac
done
# shellcheck disable=SC2086 # a list of words
../tests/packages.sh Packaging $packages

if ! cmp -s requirements.txt .venv/installed.txt; then
    python3 -m venv --clear .venv
    .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
    cp requirements.txt .venv/installed.txt
fi
