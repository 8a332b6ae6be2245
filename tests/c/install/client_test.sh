#!/usr/bin/env bash
# Runs the client example against server.py, which it starts and stops. Usage: client_test.sh CLIENT
set -eu
here=$(cd "$(dirname "$0")" && pwd)
client=$1
work=$(mktemp -d)
server=
stop() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$server" ] || wait "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap stop EXIT

python3 "$here/server.py" "$work/port" "$work/log" &
server=$!
for _ in $(seq 100); do
    [ -s "$work/port" ] && break
    sleep 0.1
done
url=http://127.0.0.1:$(cat "$work/port")
unset http_proxy HTTP_PROXY all_proxy ALL_PROXY

# expect PATH STATUS TEXT...: the client's status, and what it must have printed
expect() {
    local path=$1 status=$2 got=0 text
    shift 2
    "$client" "$url$path" link_account >"$work/out" || got=$?
    cat "$work/out"
    [ "$got" -eq "$status" ] || { echo "$path: status $got, want $status" && exit 1; }
    for text; do
        grep -qF -- "$text" "$work/out" || { echo "$path: not printed: $text" && exit 1; }
    done
}

expect /declare 0 'code=-32021 http=400 requires: elicitation.form' 'will be sent again' '"text": "done"'
expect /busy 0 'TransientServerError http=429' '"text": "done"'
expect /lost 0 'ResponseStreamClosedError' '"text": "done"'
expect /never 1 'code=-32021 http=400 requires: sampling'
expect /scope 1 'InsufficientScopeError http=403'
kill "$server"
wait "$server" 2>/dev/null || true
server=
expect /declare 1 'ConnectionError'

# What the server saw: declared is what was advised, nothing more, and nobody asked in circles.
cat "$work/log"
diff - "$work/log" <<'LOG'
["/declare", 1, {}]
["/declare", 2, {"elicitation": {"form": {}}}]
["/busy", 1, {}]
["/busy", 2, {}]
["/lost", 1, {}]
["/lost", 2, {}]
["/never", 1, {}]
["/scope", 1, {}]
LOG
