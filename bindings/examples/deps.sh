#!/bin/sh
# Installs the runtimes of the examples: packages of Debian, and Zig from PyPI into FOLDER. Usage: deps.sh FOLDER
# Put FOLDER/bin first in PATH for run.sh.
set -eu
folder=$1
packages="luajit php-cli golang-go libjna-java default-jdk-headless mono-mcs mono-runtime python3-venv"
command -v npm >/dev/null || packages="$packages nodejs npm"
# shellcheck disable=SC2086 # a list of words
"$(dirname "$0")/../../tests/packages.sh" 'The examples' $packages
[ -x "$folder/bin/python3" ] || python3 -m venv "$folder"
"$folder/bin/python3" -m pip install --quiet --disable-pip-version-check 'ziglang==0.17.1'
