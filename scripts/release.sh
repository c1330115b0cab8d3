#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all packages of a release, with checksums, in build/packages, from a git repository or from the source archive of a
# release. docs/releasing.md
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C

scripts/install-dependencies.sh package </dev/null
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
packages=$PWD/build/packages
sources=$packages/sources
rm -rf "$packages"
mkdir -p "$sources/polyglot-$version"

# All dates in packages are that of the commit. The files of the source archive have it, too.
if git rev-parse --git-dir >/dev/null 2>&1; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  git archive HEAD | tar -C "$sources/polyglot-$version" -xf -
else
  SOURCE_DATE_EPOCH=$(stat -c %Y CMakeLists.txt)
  tar -c --exclude=./build . | tar -C "$sources/polyglot-$version" -xf -
fi
export SOURCE_DATE_EPOCH
chmod -R u=rwX,go=rX "$sources"

# pack FILTER FILE [option of tar...]: packs the sources; the bytes are the same on every machine.
pack() {
  local filter=$1 file=$2
  shift 2
  tar -C "$sources" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    "$@" -c "polyglot-$version" | $filter >"$packages/$file"
}
pack "zstd -q -19" "polyglot-$version-source.tar.zst"
pack "xz -T1" "polyglot_$version.orig.tar.xz" --exclude="polyglot-$version/debian"
(cd "$packages" && dpkg-source --build "sources/polyglot-$version")
rm -r "$sources"

cmake --preset package
cmake --build --preset package --parallel "$(nproc)"
cpack --preset package -B "$packages"
rm -rf "$packages/_CPack_Packages"

lintian --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb "$packages"/*.dsc
(cd "$packages" && sha256sum -- *.deb *.tar.* *.dsc | tee SHA256SUMS)
