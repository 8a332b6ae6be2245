# What the steps of run.sh share. Sourced: $root, $work, $include, $shared and $static are set by it.

passed=0
failed=0

# check NAME COMMAND...: runs it, a program or a function, within its time (LIMIT seconds) and prints one line; on failure also the end
# of its output.
check() {
    local name=$1 log="$work/check.log"
    shift
    if timeout --kill-after=5 "${LIMIT:-900}" bash -c '"$@"' check "$@" >"$log" 2>&1 </dev/null; then
        passed=$((passed + 1))
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        tail -n 25 "$log" | sed 's/^/        /'
    fi
}

# refuse NAME COMMAND...: as check, and the command must fail, by its own verdict: a status of 1.
refuse() {
    local name=$1
    shift
    check "$name" bash -c '"$@"; [ $? -eq 1 ]' refuse "$@"
}

# need TOOL...: all of them or none of the checks: a tool that is not there must not look like a test that passed.
need() {
    local tool
    for tool; do
        if ! command -v "$tool" >/dev/null; then
            failed=$((failed + 1))
            echo "FAILED  $tool is not installed"
            return 1
        fi
    done
}

warnings="-Wall -Wextra -Wpedantic -Werror"

# compile COMPILER OUTPUT shared|static ARGUMENT...: against the built library in target/release.
compile() {
    local compiler=$1 output=$2 how=$3
    shift 3
    local link=("$shared/libmcp_errors.so.1" "-Wl,-rpath,$shared")
    [ "$how" = static ] && link=("$static" $native_libs)
    "$compiler" $warnings -I "$include" -I "$root/tests/c" "$@" -o "$output" "${link[@]}" -lpthread
}
