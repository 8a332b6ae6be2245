#!/bin/sh
# Builds the reference of every binding, and stops at the first warning:
#   Rust   target/doc/mcp_errors    (rustdoc)
#   C, C++ target/doc/c             (Doxygen, which is installed by apt-get if it is missing)
#   Ruby   target/yard              (YARD)
#   Python bindings/python/dist/doc (pdoc)
# With names of bindings (rust, c, ruby, python) it builds those only.
set -eu
cd "$(dirname "$0")/../.."

rust() {
    RUSTDOCFLAGS='-D warnings' "${CARGO:-cargo}" doc --no-deps --quiet
    echo 'Rust: target/doc/mcp_errors/index.html'
}

c() {
    if ! command -v doxygen >/dev/null; then
        echo 'Installing: doxygen'
        sudo=$(test "$(id -u)" = 0 || echo sudo)
        $sudo apt-get update -qq
        # Without graphviz and LaTeX, which Debian recommends beside it.
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends doxygen >/dev/null
    fi
    rm -rf target/doc/c
    mkdir -p target/doc/c
    doxygen docs/reference/Doxyfile
    # Doxygen skips what it does not know to be documented, without a warning.
    missing=
    for symbol in $(grep -ow 'mcp_[a-z0-9_]*' tests/symbols.txt); do
        grep -rqw --include='mcp__errors_8h.html' "$symbol" target/doc/c || missing="$missing $symbol"
    done
    if [ -n "$missing" ]; then
        echo "Not in the reference of C:$missing" >&2
        exit 1
    fi
    echo 'C and C++: target/doc/c/index.html'
}

ruby() {
    ${MAKE:-make} --no-print-directory -C bindings/ruby doc
    echo 'Ruby: target/yard/index.html'
}

python() {
    PYTHONWARNINGS=error ${MAKE:-make} --no-print-directory -C bindings/python doc
    echo 'Python: bindings/python/dist/doc/index.html'
}

for binding in ${*:-rust c ruby python}; do
    case $binding in
    rust | c | ruby | python) $binding ;;
    *)
        echo "$0: no binding is named $binding" >&2
        exit 2
        ;;
    esac
done
