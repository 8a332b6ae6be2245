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
    "$client" "$url$path" >"$work/out" || got=$?
    cat "$work/out"
    [ "$got" -eq "$status" ] || { echo "$path: status $got, want $status" && exit 1; }
    for text; do
        grep -qF -- "$text" "$work/out" || { echo "$path: not printed: $text" && exit 1; }
    done
}

expect /modern 0 'TransientServerError http=429' 'back_off' 'tools/call: a result'
expect /legacy 0 'initialize: ' 'go_on: ' 'tools/call: a result'
expect /lost 0 'ResponseStreamClosedError' 'reissue: ' 'tools/call: a result'
expect /never 0 'code=-32021 http=400 requires: sampling' 'give_up: ' 'tools/call: no result'
expect /scope 0 'InsufficientScopeError http=403' 'step_up: ' 'tools/call: no result'
kill "$server"
wait "$server" 2>/dev/null || true
server=
expect /modern 1 'ConnectionError'

# What the server saw: the header that the tool's schema asks for, the session, and that nobody asked in circles.
cat "$work/log"
diff - "$work/log" <<'LOG'
/modern server/discover - -
/modern tools/list - -
/modern tools/call text -
/modern tools/call text -
/legacy server/discover - -
/legacy initialize - -
/legacy notifications/initialized - s1
/legacy tools/list - s1
/legacy tools/call text s1
/lost server/discover - -
/lost tools/list - -
/lost tools/call text -
/lost tools/call text -
/never server/discover - -
/never tools/list - -
/never tools/call text -
/scope server/discover - -
/scope tools/list - -
/scope tools/call text -
LOG
