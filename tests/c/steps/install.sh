# From the installed tree, as a host finds it: pkg-config and CMake, shared and static, beside another Rust archive, in a plugin.
# The tree is installed under one folder and moved to another, since hosts move trees.

step_install() {
    need gcc g++ clang clang++ pkg-config cmake cargo python3 valgrind nm objcopy strip readelf || return
    export tree=$work/moved/mcp PKG_CONFIG_PATH=$work/moved/mcp/lib/pkgconfig
    check "install: into DESTDIR, then moved" install_and_move
    [ -d "$tree" ] || return
    check "install: the files" files_are
    check "install: only the header's functions are global in the archive" only_ours_are_global
    check "install: pkg-config answers" pkg_config_answers
    check "install: the values for cargo-c fit" cargo_c_values
    check "size: the installed archive has at most 1 MB" at_most 1000000 "$tree/lib/libmcp_errors.a"

    local how compilers
    for how in shared static; do
        for compilers in "gcc g++" "clang clang++"; do
            check "install: examples by pkg-config ($how, ${compilers% *})" by_pkg_config "$how" $compilers
            check "install: examples by CMake ($how, ${compilers% *})" by_cmake "$how" $compilers
        done
        check "install: the client follows the advice of a live server ($how)" tests/c/install/client_test.sh "$work/pc-$how-gcc/client"
    done
    check "install: an example under valgrind" example_under_valgrind
    for how in -static -static-pie; do
        check "install: a program without shared libraries ($how)" without_shared_libraries "$how"
    done
    check "install: beside another library with the same names" beside_another_library
    check "install: beside another library with the same names (valgrind)" valgrind --quiet --error-exitcode=9 --leak-check=full \
        --errors-for-leak-kinds=all "$work/both-1"
    check "install: the notices name every crate" python3 bindings/c/notices.py --check
    check "install: every example handles every status" python3 tests/c/examples_lint.py include/mcp_errors.h bindings/c/examples/*.c bindings/c/examples/*.h bindings/c/demo.c
    refuse "install: a status that an example ignores is found" python3 tests/c/examples_lint.py include/mcp_errors.h <(sed 's/status = mcp_error_advise/mcp_error_advise/' bindings/c/examples/classify.c)
    refuse "install: a status other than OK that reads as a result is found" python3 tests/c/examples_lint.py include/mcp_errors.h <(sed '/if (status != MCP_STATUS_OK) {/,/^    }/d' bindings/c/examples/classify.c)
    check "size: a stripped program with the static library has at most 560 KB" small_program

    check "install: a second Rust archive" second_archive
    local profile
    for profile in release lto; do
        check "install: two Rust archives in one program ($profile)" two_archives "$profile"
    done
    check "install: a plugin with the shared library" plugin shared
    check "install: a plugin with the static library" plugin static
    check "install: a plugin with the static library exports nothing of ours" exports_nothing "$work/plugin-static.so"
    check "install: the README's programs in C and C++" readme_programs
    check "install: LIBDIR of several parts" other_libdir
    check "install: uninstalled, nothing is left" uninstalled
    check "dist: a package, the same bytes twice, and it works" dist_package
}

install_and_move() {
    bindings/c/install.sh "$work/stage" /opt/mcp && mkdir -p "$work/moved" && mv "$work/stage/opt/mcp" "$tree" && rmdir "$work/stage/opt"
}

version() { sed -n '/^\[package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' Cargo.toml; }

files_are() {
    (cd "$tree" && find . -not -type d | LC_ALL=C sort) | diff - <(cat <<END
./include/mcp_errors.cdef
./include/mcp_errors.h
./include/mcp_errors.hpp
./include/mcp_errors_enums.hpp
./include/mcp_errors_unique.h
./include/mcp_errors_unique.hpp
./lib/cmake/mcp_errors/mcp_errors-config-version.cmake
./lib/cmake/mcp_errors/mcp_errors-config.cmake
./lib/libmcp_errors.a
./lib/libmcp_errors.so
./lib/libmcp_errors.so.$(version)
./lib/libmcp_errors.so.1
./lib/pkgconfig/mcp_errors-static.pc
./lib/pkgconfig/mcp_errors.pc
./share/doc/mcp_errors/LICENSE-APACHE
./share/doc/mcp_errors/LICENSE-MIT
./share/doc/mcp_errors/THIRD-PARTY-NOTICES.txt
./share/doc/mcp_errors/installed-files
END
    ) || return
    [ "$(readlink -f "$tree/lib/libmcp_errors.so")" = "$(readlink -f "$tree/lib/libmcp_errors.so.1")" ] &&
        ! grep -rn "@[a-z_]*@\|$work" "$tree/lib/pkgconfig" "$tree/lib/cmake" # no template left unfilled, no place where it was made
}

only_ours_are_global() {
    both_names_of >"$work/both" &&
        nm --extern-only --defined-only "$tree/lib/libmcp_errors.a" 2>/dev/null | awk 'NF == 3 {print $3}' | LC_ALL=C sort | diff - "$work/both" || return
    # The plain names give way to another library's.
    nm --extern-only --defined-only "$tree/lib/libmcp_errors.a" 2>/dev/null |
        awk 'NF == 3 && ($2 == "W") != ($3 !~ /^mcp_errors_/) {print; wrong = 1} END {exit wrong}'
}

pkg_config_answers() {
    [ "$(pkg-config --modversion mcp_errors)" = "$(version)" ] && pkg-config --validate mcp_errors && pkg-config --exists 'mcp_errors >= 0.1' &&
        [ "$(realpath "$(pkg-config --variable=includedir mcp_errors)")" = "$tree/include" ] &&
        [ "$(realpath "$(pkg-config --variable=libdir mcp_errors)")" = "$tree/lib" ] && ! pkg-config --libs mcp_errors | grep -e -lgcc_s || return
    # Who ships the archive alone: --static brings what it needs.
    [ "$(pkg-config --static --libs-only-l mcp_errors | xargs)" = "-lmcp_errors $native_libs" ]
}

# Distributors may build with cargo-c, which is not needed here: what it would make must be the same library.
cargo_c_values() {
    cargo metadata --offline --no-deps --format-version 1 >"$work/metadata.json" && python3 tests/c/cargo_c.py "$work/metadata.json" include/mcp_errors.h
}

# A debug build in a folder of its own: the list is the same, and the release build stays unchanged.
native_libs_are() {
    cargo rustc --quiet --lib --crate-type staticlib --target-dir target/test-panic -- --print native-static-libs >"$work/native" 2>&1
    # Without the shared unwinder: every C compiler brings one, and -static wants the other.
    grep -o 'native-static-libs: .*' "$work/native" | sed 's/^native-static-libs: //; s/-lgcc_s //' | diff - bindings/c/package/native-libs.txt
}

flags() { # shared|static
    if [ "$1" = shared ]; then
        echo "$(pkg-config --cflags --libs mcp_errors) -Wl,-rpath,$tree/lib"
    else
        pkg-config --cflags --libs mcp_errors-static
    fi
}

linked_as() { # HOW PROGRAM: the program was linked as it should be
    if [ "$1" = shared ]; then
        readelf -d "$2" | grep -q 'NEEDED.*libmcp_errors.so.1\]'
    else
        ! readelf -d "$2" | grep -q mcp_errors
    fi
}

by_pkg_config() { # HOW C-COMPILER C++-COMPILER
    local out=$work/pc-$1-$2 from=bindings/c/examples
    mkdir -p "$out"
    "$2" -std=c99 $warnings $from/classify.c $(flags "$1") -o "$out/classify" &&
        "$2" -std=c99 $warnings $from/server_check.c $(flags "$1") -o "$out/server_check" &&
        "$2" -std=gnu99 $warnings $from/client.c $(flags "$1") $(pkg-config --cflags --libs libcurl libcjson) -o "$out/client" &&
        "$3" -std=c++17 $warnings -fno-exceptions -fno-rtti $from/classify.cpp $(flags "$1") -o "$out/classify_cpp" &&
        examples_work "$1" "$out/classify" "$out/server_check" "$out/classify_cpp"
}

by_cmake() { # HOW C-COMPILER C++-COMPILER
    local out=$work/cmake-$2
    if [ ! -d "$out" ]; then # one project builds both
        cmake -S tests/c/install/consumer -B "$out" -DCMAKE_PREFIX_PATH="$tree" -DCMAKE_C_COMPILER="$2" -DCMAKE_CXX_COMPILER="$3" \
            -DEXAMPLES="$root/bindings/c/examples" && cmake --build "$out" || return
    fi
    examples_work "$1" "$out/classify_c_$1" "$out/server_check_c_$1" "$out/classify_cpp_$1"
}

examples_work() { # HOW CLASSIFY SERVER_CHECK CLASSIFY_CPP
    local request='{"jsonrpc":"2.0","id":"r\"1","method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":'
    linked_as "$1" "$2" && linked_as "$1" "$3" && linked_as "$1" "$4" || return
    echo '{"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}' | "$2" >"$work/out"
    [ $? -eq 1 ] && grep -F 'needs {"roots":{}}' "$work/out" && grep -F 'give_up: capability_unavailable' "$work/out" || return
    echo '{"result":{}}' | "$2" | grep -F 'a result, no error' || return
    echo "$request{}}}}" | "$3" >"$work/out"
    [ $? -eq 1 ] && grep -F 'HTTP 400' "$work/out" && grep -F '"id":"r\"1"' "$work/out" && grep -F '{"elicitation":{"form":{}}}' "$work/out" || return
    echo "$request{\"elicitation\":{}}}}}" | "$3" | grep -xF 'go ahead' || return
    printf '%s\n' '{"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"x"}}}' '{"result":1}' | "$4" >"$work/out"
    [ $? -eq 1 ] && grep -F 'retry_with_version: version_mismatch, with 2026-07-28' "$work/out" && grep -F 'a result' "$work/out"
}

example_under_valgrind() {
    echo '{"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{"roots":{}}}}}' |
        valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=all "$work/pc-static-gcc/classify_cpp"
    [ $? -eq 1 ]
}

both_names_of() {
    sed -n 'p; /^mcp_errors_/!s/^mcp_/mcp_errors_/p' tests/symbols.txt | LC_ALL=C sort -u
}

without_shared_libraries() { # -static|-static-pie
    local output=$work/without$1
    gcc -std=c99 "$1" bindings/c/examples/classify.c $(flags static) -o "$output" && ! readelf -d "$output" | grep NEEDED &&
        echo '{"result":1}' | "$output" | grep -F 'a result, no error'
}

# With the other library first, since a plain name is taken from the first library that has it; both static also in the other order.
beside_another_library() {
    local from=tests/c/install/stand_in number=0 ours other
    gcc -std=c99 $warnings -c "$from/other_mcp.c" -o "$work/other.o" && gcc -std=c99 -shared -fPIC "$from/other_mcp.c" -o "$work/libother.so" &&
        rm -f "$work/libother.a" && ar rcs "$work/libother.a" "$work/other.o" || return
    local shared="$(pkg-config --libs mcp_errors) -Wl,-rpath,$tree/lib" static="$(pkg-config --libs mcp_errors-static)"
    for ours in "$shared" "$static"; do
        for other in "$work/libother.so -Wl,-rpath,$work" "$work/libother.a" "$work/other.o"; do
            for libs in "$other $ours" "$ours $other"; do
                case "$libs" in "$shared "* | "$static $work/libother.so"*) continue ;; esac
                number=$((number + 1))
                gcc -std=c99 $warnings "$from/both.c" $(pkg-config --cflags mcp_errors) $libs -o "$work/both-$number" && "$work/both-$number" || return
            done
        done
    done
    [ "$number" -eq 8 ]
}

exports_nothing() { # LIBRARY
    nm -D --defined-only "$1" && ! nm -D --defined-only "$1" | grep ' mcp_'
}

uninstalled() {
    bindings/c/install.sh "$work/gone" /usr && touch "$work/gone/usr/include/others.h" && bindings/c/uninstall.sh "$work/gone" /usr &&
        [ "$(cd "$work/gone/usr" && find . -not -type d)" = ./include/others.h ] && [ ! -d "$work/gone/usr/lib/cmake/mcp_errors" ] &&
        [ ! -d "$work/gone/usr/share/doc/mcp_errors" ] && ! bindings/c/uninstall.sh "$work/gone" /usr
}

small_program() { # as hosts link who care for size
    gcc -std=c99 -O2 bindings/c/examples/classify.c $(flags static) -Wl,--gc-sections -s -o "$work/small" && at_most 350000 "$work/small"
}

second_archive() {
    cp -r tests/c/install/second "$work/second"
    local profile
    for profile in release lto; do
        cargo build --quiet --offline --profile "$profile" --manifest-path "$work/second/Cargo.toml" --target-dir "$work/second/target" || return
    done
}

two_archives() { # PROFILE: in either order
    local other=$work/second/target/$1/libsecond.a ours=$tree/lib/libmcp_errors.a libs order
    libs=$(pkg-config --static --libs-only-l mcp_errors | sed 's/-lmcp_errors//')
    for order in "$ours $other" "$other $ours"; do
        gcc -std=c99 $warnings tests/c/install/two_archives.c $(pkg-config --cflags mcp_errors) $order $libs -o "$work/two" && "$work/two" || return
    done
    valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect "$work/two"
}

plugin() { # HOW
    gcc -std=c99 $warnings -shared -fPIC tests/c/install/plugin.c $(flags "$1") -o "$work/plugin-$1.so" &&
        gcc -std=c99 $warnings -D_GNU_SOURCE tests/c/install/plugin_host.c -ldl -lpthread -o "$work/plugin_host" &&
        linked_as "$1" "$work/plugin-$1.so" && "$work/plugin_host" "$work/plugin-$1.so" &&
        valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect "$work/plugin_host" "$work/plugin-$1.so"
}

readme_programs() {
    python3 tests/c/readme.py README.md "$work/readme" || return
    local program output
    for program in "$work"/readme/*.c "$work"/readme/*.cpp; do
        output=${program%.*}
        case $program in
        *.c) gcc -std=c99 $warnings "$program" $(flags shared) -o "$output" ;;
        *) g++ -std=c++17 $warnings "$program" $(flags shared) -o "$output" ;;
        esac && "$output" >"$output.got" || return
        [ ! -f "$output.want" ] || diff "$output.want" "$output.got" || return
    done
}

other_libdir() {
    LIBDIR=lib/x86_64-linux-gnu bindings/c/install.sh "" "$work/multi" || return
    local PKG_CONFIG_PATH=$work/multi/lib/x86_64-linux-gnu/pkgconfig
    [ "$(realpath "$(pkg-config --variable=includedir mcp_errors)")" = "$work/multi/include" ] || return
    gcc -std=c99 bindings/c/examples/classify.c $(pkg-config --cflags --libs mcp_errors) -o "$work/multi/classify" || return
    cmake -S tests/c/install/consumer -B "$work/multi/build" -DCMAKE_PREFIX_PATH="$work/multi" -DEXAMPLES="$root/bindings/c/examples" \
        -DCMAKE_LIBRARY_ARCHITECTURE=x86_64-linux-gnu && cmake --build "$work/multi/build" --target classify_c_static
}

dist_package() {
    local name
    bindings/c/dist.sh "$work/dist" && bindings/c/dist.sh "$work/dist2" && diff -r "$work/dist" "$work/dist2" || return
    name=$(basename "$work"/dist/*.tar.gz .tar.gz)
    tar -xzf "$work/dist/$name.tar.gz" -C "$work/dist" || return
    diff -r "$tree" "$work/dist/$name" || return
    local PKG_CONFIG_PATH=$work/dist/$name/lib/pkgconfig tree=$work/dist/$name
    gcc -std=c99 bindings/c/examples/classify.c $(flags shared) -o "$work/dist/classify" && echo '{"result":1}' | "$work/dist/classify"
}
