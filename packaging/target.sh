# Sourced by the other scripts. Sets $root, $target_dir and $tools; `read_target TRIPLE` reads a line of targets.tsv into
# $triple $use $system $rustflags $shared $static $archive $wheel $gem.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target_dir=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
tools=$root/packaging/.venv/bin
version=$(sed -n '/^\[package\]/,/^\[/s/^version *= *"\(.*\)"/\1/p' "$root/Cargo.toml")

# targets [USE]: the triples of the table, in its order.
targets() {
    awk -F'\t' -v use="${1:-}" '!/^#/ && (use == "" || $2 == use) { print $1 }' "$root/packaging/targets.tsv"
}

read_target() {
    local line
    line=$(awk -F'\t' -v triple="$1" '!/^#/ && $1 == triple' "$root/packaging/targets.tsv")
    if [ -z "$line" ]; then
        echo "$1 is not in packaging/targets.tsv. Known targets:" >&2
        targets | sed 's/^/  /' >&2
        return 1
    fi
    IFS=$'\t' read -r triple use system rustflags shared static archive wheel gem <<<"$line"
    [ "$rustflags" != - ] || rustflags=
}

# The folder into which build.sh puts the libraries of a target.
libraries_of() { printf '%s\n' "$target_dir/packaging/$1/lib"; }

# What stands before the names of the binutils for a target.
binutils_of() {
    case $1 in
    "$(uname -m)"-*) ;;
    *-linux-*) echo "${1%%-*}-linux-gnu-" ;;
    esac
}
