#!/usr/bin/env bash
# Measures the library and its peers on this machine, each pair in one run on the same bytes, and prints one table.
# Usage: benches/run.sh [--write]      --write puts the figures into docs/performance.md too.
set -eu
exec python3 "$(dirname "$0")/report.py" "$@"
