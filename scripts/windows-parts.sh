#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds, once, the libraries that Polyglot links on Windows, and two engines for its tests: windows-parts.sh
# Their sources are those of the distribution's packages; apt checks its signatures. They are kept in
# $POLYGLOT_WINDOWS_PARTS, or else in the user's cache folder; remove it to build them again.
set -euo pipefail
scripts=$(cd "$(dirname "$0")" && pwd)
parts=${POLYGLOT_WINDOWS_PARTS:-${XDG_CACHE_HOME:-$HOME/.cache}/polyglot/windows}
recipe=$scripts/../cmake/windows

# Another recipe, compiler or version of a source makes other libraries.
stamp=$(cat "$0" "$recipe/toolchain.cmake" "$recipe"/parts/* | sha256sum)$(x86_64-w64-mingw32-g++-posix -dumpfullversion)
boost_headers=$(dpkg-query -S /usr/include/boost/version.hpp | cut -d : -f 1)
stamp+=$(dpkg-query -W -f ' ${source:Package}=${source:Version}' libzstd-dev libbz2-dev libfmt-dev libsqlite3-dev libinih-dev "$boost_headers")
[[ $(cat "$parts/complete" 2>/dev/null) != "$stamp" ]] || exit 0
if [[ -n $(ls -A "$parts" 2>/dev/null) && ! -f $parts/complete ]]; then
  echo "$parts has other files: empty it, or name another folder in POLYGLOT_WINDOWS_PARTS" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
begin=$SECONDS
mkdir "$work/lists" "$work/download" "$work/sources"

# The distribution's own sources of packages, as sources of sources: the user's lists stay as they are.
system_lists=$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
  awk '$1 ~ /debian|ubuntu/ && !seen[$0]++ { print "deb-src", $1, $2, $3 }')
echo "$system_lists" >"$work/sources.list"
sources_apt() {
  apt-get -q -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$work/lists" \
    -o APT::Sandbox::User=root "$@"
}
sources_apt update >&2
source_of() { dpkg-query -W -f '${source:Package}=${source:Version}\n' "$1"; }

# Mirrors may lack the sources of a new security update: then those of the release have to do.
download() {
  (cd "$work/download" && { sources_apt source --only-source --download-only "$1" ||
    sources_apt source --only-source --download-only "${1%%=*}/$(. /etc/os-release && echo "$VERSION_CODENAME")"; } >&2)
}
# Patched as the distribution has them, each in a folder that does not name its version.
unpack() {
  download "$1" && dpkg-source --no-check -x "$work/download/${1%%=*}"_*.dsc "$work/sources/${1%%=*}" >&2
}
unpack "$(source_of libzstd-dev)"
unpack "$(source_of libbz2-dev)"
unpack "$(source_of libfmt-dev)"
unpack "$(source_of libsqlite3-dev)"
unpack fairymax
unpack toga2
# SQLite's own program joins its files to one, which is the same for every system.
(cd "$work/sources/sqlite3" && ./configure --disable-tcl >&2 && make sqlite3.c >&2)

# Of Boost, 200000 files, we need ten; its headers are those of the package.
boost=$(source_of "$boost_headers")
download "$boost"
mkdir "$work/sources/boost"
tar -xf "$work/download/${boost%%=*}"_*.orig.tar.* -C "$work/sources/boost" --strip-components 1 --wildcards \
  '*/libs/program_options/src'
ln -s /usr/src/googletest "$work/sources/googletest"

# Debian's mirrors have lost the sources of bookworm's inih; those of the next release have the same interface.
if ! unpack "$(source_of libinih-dev)"; then
  echo "deb-src http://deb.debian.org/debian trixie main" >"$work/sources.list"
  sources_apt update >&2
  rm -f "$work/download/libinih"*
  unpack libinih
fi
mkdir "$work/sources/headers"
ln -s /usr/include/boost /usr/include/xxhash.h "$work/sources/headers"

cmake -G Ninja -S "$recipe/parts" -B "$work/build" -DSOURCES="$work/sources" -DCMAKE_INSTALL_PREFIX="$parts" \
  -DCMAKE_TOOLCHAIN_FILE="$recipe/toolchain.cmake" >&2
cmake --build "$work/build" >&2
rm -rf "$parts"
mkdir -p "$parts"
cmake --install "$work/build" >/dev/null
echo "$stamp" >"$parts/complete"
echo "Libraries and engines for Windows: $parts, $((SECONDS - begin)) s" >&2
