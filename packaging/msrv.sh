#!/usr/bin/env bash
# Runs a command on this checkout in a fresh Debian 13 that has nothing but `apt install cargo make git`, thus with Rust 1.85.
# Usage: msrv.sh [COMMAND ARGUMENT...]; by default everything in Rust is built and tested. Must be run as root.
set -eu
. "$(dirname "$0")/target.sh"
[ $# -gt 0 ] || set -- sh -c 'cargo build --locked --workspace --all-targets && cargo test --locked --workspace'
folder=$target_dir/packaging/roots/trixie-cargo

if [ ! -d "$folder" ]; then
    rm -rf "$folder.part"
    mkdir -p "${folder%/*}"
    mmdebstrap --quiet --variant=minbase --include=cargo,make,git,ca-certificates trixie "$folder.part" http://deb.debian.org/debian
    # The certificates of this machine, which may reach the registries through a proxy.
    cp /etc/ssl/certs/ca-certificates.crt "$folder.part/etc/ssl/certs/"
    mv "$folder.part" "$folder"
fi
cp -L /etc/resolv.conf "$folder/etc/resolv.conf"

mkdir -p "$folder/src"
find "$folder/src" -mindepth 1 -maxdepth 1 ! -name target -exec rm -rf {} +
cd "$root"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --create --null --files-from=- | tar --extract --directory "$folder/src"

# The mounts vanish with the command.
exec unshare --mount --propagation private sh -c '
    folder=$1 && shift
    mount --rbind /proc "$folder/proc" && mount --rbind /dev "$folder/dev" && mount --rbind /sys "$folder/sys" || exit
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb \
        PIP_CERT=/etc/ssl/certs/ca-certificates.crt chroot "$folder" sh -c "cd /src && rustc --version && exec \"\$@\"" msrv "$@"
' msrv "$folder" "$@"
