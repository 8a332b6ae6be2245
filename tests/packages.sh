#!/bin/sh
# Installs the Debian packages that are missing. Usage: packages.sh WHAT-FOR PACKAGE...
# Root installs them at once; another user is told the command, or lets SUDO=sudo run it.
set -eu
what=$1
shift
missing=
for package; do
    dpkg-query -W -f '${Status}' "$package" 2>&1 | grep -q 'ok installed' || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "$what: nothing is missing"
elif [ "$(id -u)" = 0 ] || [ -n "${SUDO:-}" ]; then
    echo "$what: installing$missing"
    log=$(mktemp)
    # shellcheck disable=SC2086 # a list of words
    { ${SUDO:-} apt-get update && ${SUDO:-} env DEBIAN_FRONTEND=noninteractive apt-get install -y $missing; } >"$log" 2>&1 || {
        cat "$log"
        exit 1
    }
    rm -f "$log"
else
    echo "$what: packages are missing. Install them, or set SUDO=sudo to have them installed:" >&2
    echo "    sudo apt-get install$missing" >&2
    exit 1
fi
