#!/usr/bin/env bash
# Tests what dist_all.sh made, each package in the system that it is for, and writes docs/platforms.md.
# Usage: dist_check.sh [TARGET|sources]...; all targets of the table and the sources if nothing is given
set -u
. "$(dirname "$0")/target.sh"
"$root/packaging/tools.sh" build check || exit
(cd "$root/dist" && sha256sum --check --quiet SHA256SUMS) || exit
rm -f "$target_dir"/packaging/*.results
[ $# -gt 0 ] || set -- $(targets) sources

failed=0
for name; do
    began=$(date +%s)
    echo "$name"
    if [ "$name" = sources ]; then
        "$root/packaging/check_sources.sh" | sed 's/^/  /'
    else
        "$root/packaging/check.sh" "$name" | sed 's/^/  /'
    fi
    [ "${PIPESTATUS[0]}" -eq 0 ] || failed=$((failed + 1))
    echo "  $(($(date +%s) - began)) s"
done
python3 "$root/packaging/report.py" "$target_dir/packaging" "$root/dist" >"$root/docs/platforms.md" || exit
echo "$(($# - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]
