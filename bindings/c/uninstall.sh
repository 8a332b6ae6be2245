#!/usr/bin/env bash
# Removes what install.sh has installed, by the list that it left. Usage: uninstall.sh [DESTDIR [PREFIX]]
set -eu
from=${1:-}${2:-/usr/local}
list=$from/share/doc/mcp_errors/installed-files
[ -f "$list" ] || { echo "$list is missing: nothing is installed there" >&2 && exit 1; }
mapfile -t files <"$list"
for file in "${files[@]}"; do
    rm -f "$from/$file"
done
# Folders that are ours alone; the others stay.
for file in "${files[@]}"; do
    case $file in */mcp_errors/*) rmdir "$from/${file%/*}" 2>/dev/null || true ;; esac
done
echo "removed mcp_errors from $from"
