#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fills in the manifests of package managers for a release of empty files, and checks their syntax.
# Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh

packages=$(mktemp -d)
trap 'rm -rf "$packages"' EXIT

names_what_is_missing() {
  local said
  ! said=$(scripts/manifests.sh https://example.org/release "$packages" 2>&1) && grep -q 'does not name polyglot-.*-source' <<<"$said"
}
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1"; }
is_yaml() { python3 -c 'import sys, yaml; assert yaml.safe_load(open(sys.argv[1]))["ManifestVersion"]' "$1"; }
# winget finds what the installer has installed by its publisher.
names_publisher_of_installer() {
  local publisher
  publisher=$(sed -n 's/^set(CPACK_PACKAGE_VENDOR "\(.*\)")$/\1/p' cmake/PolyglotPackageWindows.cmake)
  [[ -n $publisher ]] && grep -qx "Publisher: $publisher" "$packages/manifests/winget/polyglot.locale.en-US.yaml"
}
# Boost's headers that we include, by the names of vcpkg's ports.
names_every_part_of_boost() {
  local missing
  missing=$(comm -23 \
    <(grep -rhoE '#include <boost/[a-z_]+' src include tests | sed -E 's|.*/|boost-|; s/_/-/g; s/-version$/-config/' | sort -u) \
    <(grep -oE 'boost-[a-z-]+' vcpkg.json | sort))
  [[ -z $missing ]] || { echo "vcpkg.json does not name: $missing" >&2; return 1; }
}
is_filled() { ! grep -rE '@[A-Z0-9_]+@' "$packages/manifests"; }

: >"$packages/SHA256SUMS"
check 'a release without its files' names_what_is_missing
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' CMakeLists.txt)
for end in source.tar.zst windows-x86_64.zip windows-x86_64-setup.exe; do
  : >"$packages/polyglot-$version-$end"
done
(cd "$packages" && sha256sum polyglot-* >SHA256SUMS)
check 'filling in' scripts/manifests.sh https://example.org/release/ "$packages"
check 'every name is filled in' is_filled
check 'Homebrew' ruby -c "$packages/manifests/homebrew/polyglot.rb"
check 'AUR' bash -n "$packages/manifests/aur/PKGBUILD"
check 'Scoop' is_json "$packages/manifests/scoop/polyglot.json"
for manifest in "$packages"/manifests/winget/*; do
  check "winget: ${manifest##*/}" is_yaml "$manifest"
done
check 'winget: the publisher' names_publisher_of_installer

check 'vcpkg: the parts of Boost' names_every_part_of_boost

finish_checks
