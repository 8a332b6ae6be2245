# The test programs: shared and static, gcc and clang; under valgrind; with the sanitizers on the C side.

programs=(errors arguments structs classify decide serve making failures lifetime extremes)

# The header may be used by a strict C99 program; lifetime and extremes want POSIX and say so themselves.
build_program() { # COMPILER HOW PROGRAM ARGUMENT...
    local compiler=$1 how=$2 program=$3
    shift 3
    compile "$compiler" "$work/bin/$compiler-$how$suffix-$program" "$how" -std=c99 -g -O1 "$@" "tests/c/$program.c"
}

run_program() { # COMPILER HOW PROGRAM [ARGUMENT...]: builds and runs it
    build_program "$1" "$2" "$3" && "$work/bin/$1-$2$suffix-$3" "${@:4}"
}

# A locale whose decimal comma and dotless i would show in any text that were made by way of the locale.
make_locale() {
    export LOCPATH=$work/locale suffix=
    mkdir -p "$LOCPATH" "$work/bin"
    [ -d "$LOCPATH/tr_TR.UTF-8" ] || check "a Turkish locale to test with" localedef -i tr_TR -f UTF-8 "$LOCPATH/tr_TR.UTF-8"
}

step_unit() {
    need gcc clang python3 localedef || return
    make_locale
    local how compiler program
    refuse "unit: a check that does not hold fails its program" run_program gcc shared failing
    for program in "${programs[@]}"; do
        for compiler in gcc clang; do
            for how in shared static; do
                check "unit: $program ($compiler, $how)" run_program "$compiler" "$how" "$program"
            done
        done
    done
    check "unit: memory (gcc, shared)" run_program gcc shared memory
    check "unit: memory (clang, static)" run_program clang static memory
    check "unit: the inputs of all vectors" python3 tests/c/inputs.py tests "$work/inputs.bin"
    check "unit: every prefix of each 7th input (gcc, shared)" run_program gcc shared prefixes "$work/inputs.bin" 7
    check "unit: every prefix of each 11th input (clang, static)" run_program clang static prefixes "$work/inputs.bin" 11
    check "unit: the vectors by the ABI" python3 tests/check_abi.py "${static%.a}.so" tests/vectors
    check "unit: real servers' answers by the ABI" python3 tests/check_abi.py "${static%.a}.so" tests/wire answers
}

step_prefixes() {
    need gcc python3 || return
    make_locale
    check "prefixes: the inputs of all vectors" python3 tests/c/inputs.py tests "$work/inputs.bin"
    LIMIT=3600 check "prefixes: every prefix of every input (gcc, shared)" run_program gcc shared prefixes "$work/inputs.bin"
}

under_valgrind() { # HOW PROGRAM [ARGUMENT...]
    build_program gcc "$1" "$2" || return
    MCP_TEST_SMALL=1 valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect \
        --show-leak-kinds=definite,indirect "$work/bin/gcc-$1-$2" "${@:3}"
}

valgrind_sees_a_leak() {
    under_valgrind shared leaking
    [ $? -eq 9 ]
}

step_valgrind() {
    need gcc valgrind python3 localedef || return
    make_locale
    local program
    check "valgrind: a leak of one handle is found" valgrind_sees_a_leak
    for program in "${programs[@]}"; do
        check "valgrind: $program (shared)" under_valgrind shared "$program"
    done
    for program in errors serve; do
        check "valgrind: $program (static)" under_valgrind static "$program"
    done
    check "valgrind: the inputs of all vectors" python3 tests/c/inputs.py tests "$work/inputs.bin"
    check "valgrind: every prefix of each 150th input" under_valgrind shared prefixes "$work/inputs.bin" 150
}

sanitized() { # COMPILER HOW PROGRAM [ARGUMENT...]
    local suffix=-sanitized
    build_program "$1" "$2" "$3" -fsanitize=address,undefined -fno-sanitize-recover=all || return
    nm "$work/bin/$1-$2$suffix-$3" | grep -q __asan_init || return # the compiler did as it was told
    MCP_TEST_SMALL=1 ASAN_OPTIONS=detect_leaks=1 "$work/bin/$1-$2$suffix-$3" "${@:4}"
}

sanitizer_sees_a_leak() {
    sanitized gcc static leaking 2>&1 | grep 'LeakSanitizer: detected memory leaks'
}

step_sanitize() {
    need gcc clang python3 nm localedef || return
    make_locale
    local program
    check "sanitize: a leak of one handle is found" sanitizer_sees_a_leak
    for program in "${programs[@]}"; do
        check "sanitize: $program (gcc, static)" sanitized gcc static "$program"
        check "sanitize: $program (clang, shared)" sanitized clang shared "$program"
    done
    check "sanitize: the inputs of all vectors" python3 tests/c/inputs.py tests "$work/inputs.bin"
    check "sanitize: every prefix of each 40th input" sanitized gcc static prefixes "$work/inputs.bin" 40
}
