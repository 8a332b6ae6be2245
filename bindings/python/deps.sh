#!/bin/sh
# Makes the virtual environments that the tests need: .venv, and inside it one for the old SDK. Quick when nothing is to do.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}

# Debian and Ubuntu leave these out of python3.
if ! command -v "$python" >/dev/null || ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    ../../tests/packages.sh Python python3 python3-venv
fi

# environment, requirements: installs what is listed, when the list, the interpreter or this checkout's place is another.
provide() {
    wanted="$("$python" -VV | tr '\n' ' ') $PWD $(cat "requirements/$2.txt")"
    if [ -f "$1/provided" ] && [ "$(cat "$1/provided")" = "$wanted" ]; then
        echo "deps: $1 is up to date"
        return
    fi
    echo "deps: installing requirements/$2.txt into $1"
    rm -f "$1/provided"
    "$python" -m venv --clear "$1"
    "$1/bin/python" -m pip install --quiet --disable-pip-version-check -r "requirements/$2.txt"
    printf '%s' "$wanted" >"$1/provided"
}

provide .venv dev
provide .venv/mcp1 mcp1
provide .venv/fastmcp2 fastmcp2
