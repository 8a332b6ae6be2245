#!/bin/sh
# Installs the runtimes of the examples: packages of Debian, and Zig from PyPI into FOLDER. Usage: deps.sh FOLDER
# As root, or by sudo. Put FOLDER/bin first in PATH for run.sh.
set -eu
folder=$1
packages="luajit php-cli golang-go libjna-java default-jdk-headless mono-mcs mono-runtime python3-venv"
command -v npm >/dev/null || packages="$packages nodejs npm"
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
$as_root apt-get update -qq
# shellcheck disable=SC2086 # a list of words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
[ -x "$folder/bin/python3" ] || python3 -m venv "$folder"
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check 'ziglang==0.17.1'
