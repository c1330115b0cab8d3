#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all packages of a release, with checksums, in build/packages. docs/releasing.md
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-dependencies.sh package </dev/null
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)  # for all dates in packages
export SOURCE_DATE_EPOCH
packages=$PWD/build/packages
rm -rf "$packages"
mkdir -p "$packages"

cmake --preset package
cmake --build --preset package --parallel "$(nproc)"
cpack --preset package -B "$packages"
rm -rf "$packages/_CPack_Packages"

version=$(build/package/polyglot --version | tr -dc '0-9.')
git archive --prefix="polyglot-$version/" HEAD | zstd -q -19 -o "$packages/polyglot-$version-source.tar.zst"

lintian --fail-on error,warning --tag-display-limit 0 "$packages"/*.deb
rpm --query --package --info "$packages"/*.rpm
(cd "$packages" && sha256sum -- *.deb *.rpm *.tar.zst | tee SHA256SUMS)
