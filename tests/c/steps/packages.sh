# The other ways to the library, each of which builds it anew: cargo-c, and CMake from a checkout. And the examples in every language.

step_packages() {
    need cargo cmake gcc pkg-config || return
    # A debug build would name the same libraries; the release build stays unchanged.
    LIMIT=900 check "install: the native libraries are those that rustc names" native_libs_are
    LIMIT=900 check "packages: CMake's add_subdirectory from a checkout" by_add_subdirectory
    if ! cargo cinstall --version >/dev/null 2>&1; then
        LIMIT=3600 check "packages: cargo-c is installed" install_cargo_c
        PATH=$target/cargo-c/bin:$PATH
    fi
    LIMIT=900 check "packages: cargo-c installs a library that works" by_cargo_c
    LIMIT=1200 check "packages: the runtime of every example is installed" bindings/examples/deps.sh "$target/languages"
    LIMIT=600 check "packages: the example of every language prints what it should" every_language
}

every_language() {
    PATH=$target/languages/bin:$PATH RUNTIMES=all bindings/examples/run.sh "${static%.a}.so" include
}

by_add_subdirectory() { # without link-time optimization, which takes most of the time
    export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
    mkdir -p "$work/subproject" && cat >"$work/subproject/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.16)
project(subproject C)
add_subdirectory("$root" mcp_errors)
foreach(how IN ITEMS shared static mcp_errors)
  add_executable(classify_\${how} "$root/bindings/c/examples/classify.c")
  target_link_libraries(classify_\${how} PRIVATE mcp_errors::\${how})
endforeach()
END
    cmake -S "$work/subproject" -B "$work/subproject/build" && cmake --build "$work/subproject/build" || return
    local how
    for how in shared static mcp_errors; do
        echo '{"result":1}' | "$work/subproject/build/classify_$how" | grep -F 'a result, no error' || return
    done
}

install_cargo_c() { # the newest that this Rust can build, which cargo names
    cargo install --quiet --locked --root "$target/cargo-c" cargo-c 2>"$work/said" && return
    cat "$work/said"
    local version
    version=$(sed -n 's/^`cargo-c \([^+`]*\).*` supports rustc.*/\1/p' "$work/said")
    [ -n "$version" ] && cargo install --quiet --locked --root "$target/cargo-c" --version "$version" cargo-c
}

by_cargo_c() {
    cargo cinstall --offline --release --package mcp-errors --target-dir "$target/cargo-c-build" --destdir "$work/cargo-c" --prefix /usr --libdir lib || return
    local -x PKG_CONFIG_PATH=$work/cargo-c/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/cargo-c
    [ -f "$work/cargo-c/usr/include/mcp_errors_unique.h" ] && [ -f "$work/cargo-c/usr/include/mcp_errors.hpp" ] &&
        gcc -std=c99 bindings/c/examples/classify.c $(pkg-config --cflags --libs mcp_errors) -Wl,-rpath,"$work/cargo-c/usr/lib" -o "$work/by_cargo_c" &&
        readelf -d "$work/by_cargo_c" | grep 'NEEDED.*libmcp_errors.so.1\]' && echo '{"result":1}' | "$work/by_cargo_c" | grep -F 'a result, no error'
}
