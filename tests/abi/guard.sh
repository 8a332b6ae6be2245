#!/usr/bin/env bash
# Whether a program that was compiled with the header OLD works with a library of the header NEW: fails on a function that is gone
# or has another signature, a struct that is not merely longer, an enumerator or constant that is gone or has another number.
# Usage: guard.sh OLD NEW. Needs gcc, abidiff, python3.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
old=$(realpath "$1") new=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "the ABI is broken: $*"
    exit 1
}

python3 "$here/stub.py" members "$old" "$new" || fail "a struct or an enumeration has changed"

python3 "$here/stub.py" values "$old" >"$work/values.c"
gcc -std=c11 -include "$new" -fsyntax-only "$work/values.c" || fail "a number has changed, or is gone"

python3 "$here/stub.py" layout "$old" >"$work/layout.c"
gcc -std=c11 -include "$old" "$work/layout.c" -o "$work/layout"
"$work/layout" >"$work/places.c"
gcc -std=c11 -include stddef.h -include "$new" -fsyntax-only "$work/places.c" || fail "a member has another place or size"

# Each function's and struct's type, as debug information tells it. The stub is made from the old header, so that what was added since
# does not count; what was appended to a struct is suppressed, its places were compared above.
python3 "$here/stub.py" functions "$old" >"$work/stub.c"
for side in old new; do
    gcc -std=gnu11 -g -shared -fPIC -include "${!side}" "$work/stub.c" -o "$work/$side.so" || fail "a function or struct is gone"
done
for name in $(sed -n 's/^\(mcp_[a-z_]*\) \*stub_mcp.*/\1/p' "$work/stub.c"); do
    printf '[suppress_type]\nname = %s\nhas_data_member_inserted_at = end\n' "$name"
done >"$work/appended"
status=0
abidiff --suppressions "$work/appended" "$work/old.so" "$work/new.so" >"$work/report" || status=$?
[ "$status" -eq 0 ] || { cat "$work/report" && fail "a type has changed (abidiff says $status)"; }
echo "compatible"
