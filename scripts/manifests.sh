#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fills in the manifests of packaging/ for a release: manifests.sh URL [PACKAGES]. URL is the address of the folder from which users
# download the files. PACKAGES is the folder with the release and its SHA256SUMS (default: build/packages). Writes
# PACKAGES/manifests.
set -euo pipefail
cd "$(dirname "$0")/.."

url=${1:?usage: manifests.sh URL [PACKAGES]}
packages=${2:-build/packages}
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
source=polyglot-$version-source.tar.zst
zip=polyglot-$version-windows-x86_64.zip
setup=polyglot-$version-windows-x86_64-setup.exe

checksum() {
  local sum
  sum=$(awk -v file="$1" '$2 == file { print $1 }' "$packages/SHA256SUMS")
  [[ -n $sum ]] || { echo "$packages/SHA256SUMS does not name $1: make the release first (docs/releasing.md)" >&2; return 1; }
  echo "$sum"
}
source_sum=$(checksum "$source")
zip_sum=$(checksum "$zip")
setup_sum=$(checksum "$setup")

rm -rf "$packages/manifests"
for template in packaging/*/*; do
  manifest=$packages/manifests/${template#packaging/}
  mkdir -p "$(dirname "$manifest")"
  sed -e "s|@URL@|${url%/}|g" -e "s|@VERSION@|$version|g" \
    -e "s|@SOURCE@|$source|g" -e "s|@SOURCE_SHA256@|$source_sum|g" \
    -e "s|@ZIP@|$zip|g" -e "s|@ZIP_SHA256@|$zip_sum|g" \
    -e "s|@SETUP@|$setup|g" -e "s|@SETUP_SHA256@|$setup_sum|g" "$template" >"$manifest"
done
echo "$packages/manifests"
