#!/usr/bin/env bash
# Runs the example of each language whose runtime is there, and compares what it prints. Usage: run.sh LIBRARY INCLUDE [LANGUAGE...]
# LIBRARY is a libmcp_errors.so. With RUNTIMES=all a missing runtime is a failure.
# deps.sh installs the runtimes.
set -u
library=$(realpath "$1") include=$(realpath "$2")
shift 2
cd "$(dirname "$0")"
here=$PWD
languages=("$@")
[ $# -eq 0 ] && languages=(luajit php go java csharp node zig)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$library" "$work/libmcp_errors.so.1"
ln -s libmcp_errors.so.1 "$work/libmcp_errors.so"
export LD_LIBRARY_PATH=$work
jna=/usr/share/java/jna.jar
zig=$(command -v zig || { python3 -c 'import ziglang' 2>/dev/null && echo "python3 -m ziglang"; })

has_luajit() { command -v luajit; }
has_php() { php -r 'exit(extension_loaded("ffi") ? 0 : 1);'; }
has_go() { command -v go; }
has_java() { command -v java && [ -f $jna ]; }
has_csharp() { command -v mcs && command -v mono; }
has_node() { command -v npm; }
has_zig() { [ -n "$zig" ]; }

build_luajit() { :; }
build_php() { :; }
build_java() { :; }
build_csharp() { mcs "-out:$work/Classify.exe" csharp/Classify.cs; }
build_go() {
    (cd "$work" && CGO_CFLAGS=-I$include CGO_LDFLAGS="-L$work -lmcp_errors" GO111MODULE=off GOCACHE=${GOCACHE:-$work/go} go build -o go_classify "$here/go/classify.go")
}
build_node() { cp node/classify.mjs "$work" && (cd "$work" && timeout 120 npm install --silent --no-audit --no-fund koffi@2); }
build_zig() {
    (cd "$work" && cp "$here/zig/classify.zig" . && $zig translate-c -lc --cache-dir "$work/zig" "$include/mcp_errors.h" >mcp_errors.zig &&
        $zig build-exe classify.zig -lc -lmcp_errors -L "$work" -femit-bin=zig_classify --cache-dir "$work/zig")
}

run_luajit() { luajit luajit/classify.lua "$include/mcp_errors.cdef" "$work/libmcp_errors.so.1"; }
run_php() { php -d ffi.enable=1 php/classify.php "$include/mcp_errors.cdef" "$work/libmcp_errors.so.1"; }
run_java() { java -cp $jna -Djna.library.path="$work" java/Classify.java; }
run_csharp() { mono "$work/Classify.exe"; }
run_go() { "$work/go_classify"; }
run_node() { node "$work/classify.mjs" "$work/libmcp_errors.so.1"; }
run_zig() { "$work/zig_classify"; }

want='MissingRequiredClientCapabilityError code=-32021 requires: roots message: "m"
era: modern
local: 0
advice: declare_capabilities {"roots":{}}
no name: true'
error='{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}'
failed=0 ran=0
for language in "${languages[@]}"; do
    if ! "has_$language" >/dev/null 2>&1; then
        echo "skipped $language: its runtime is not installed"
        [ "${RUNTIMES:-}" != all ] || failed=$((failed + 1))
        continue
    fi
    if "build_$language" >"$work/log" 2>&1 && [ "$(echo "$error" | "run_$language" 2>>"$work/log")" = "$want" ] &&
        [ "$(echo '{"result":{}}' | "run_$language" 2>>"$work/log")" = "a result" ]; then
        echo "ok      $language"
        ran=$((ran + 1))
    else
        echo "FAILED  $language"
        tail -n 10 "$work/log"
        failed=$((failed + 1))
    fi
done
echo "$ran ran, $failed failed"
[ "$failed" -eq 0 ] && [ "$ran" -gt 0 ]
