# Sourced: small Debian systems to test in. They are unpacked, not set up, and kept below the target folder.

# root_of SUITE ARCHITECTURE PACKAGE...: the folder of a system with these packages; makes it if it is not there.
root_of() {
    local suite=$1 architecture=$2 folder=$target_dir/packaging/roots/$1-$2
    shift 2
    if [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ]; then
        rm -rf "$folder" "$folder.part"
        mkdir -p "${folder%/*}"
        mmdebstrap --quiet --architectures="$architecture" --variant=extract --include="$(echo "$*" | tr ' ' ,)" "$suite" "$folder.part" \
            http://deb.debian.org/debian >&2 || return
        local link # /lib and the like, which the package base-files brings in newer suites
        for link in bin sbin lib lib64; do
            [ -e "$folder.part/$link" ] || [ ! -d "$folder.part/usr/$link" ] || ln -s "usr/$link" "$folder.part/$link"
        done
        echo "$*" >"$folder.part/packages"
        mv "$folder.part" "$folder"
    fi
    echo "$folder"
}

# in_root FOLDER PROGRAM ARGUMENT...: runs a program of that system, by its absolute path, natively or under qemu. Files of this
# machine are seen only under qemu: what a program needs should stand below FOLDER/check.
in_root() {
    local folder=$1 program=$2 architecture=${1##*-}
    shift 2
    case $architecture in
    amd64 | i386) env -i PATH=/usr/bin:/bin HOME=/check LC_ALL=C.UTF-8 "${settings[@]}" /usr/sbin/chroot "$folder" "$program" "$@" ;;
    *)
        env -i PATH=/usr/bin:/bin HOME=/check LC_ALL=C.UTF-8 "${settings[@]}" \
            "qemu-$(qemu_name "$architecture")-static" -L "$folder" "$folder$program" "$@"
        ;;
    esac
}

# inside FOLDER: the path of FOLDER/check for a program in it that writes there; qemu redirects only what exists.
inside() {
    case ${1##*-} in
    amd64 | i386) echo /check ;;
    *) echo "$1/check" ;;
    esac
}
settings=() # of the environment, for in_root

qemu_name() { [ "$1" = arm64 ] && echo aarch64 || echo "$1"; }
