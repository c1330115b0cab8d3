#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the licences of the libraries in the program: notices.sh BUILD_FOLDER FILE [PACKAGE...]
# It copies them from the Debian packages that are given. Without packages, it takes those that have the headers which the compiler
# read, and the archives in the link map of the static program.
set -euo pipefail
build=$1 notices=$2
shift 2
exec >"$notices.new"

packages=("$@")
# The kernel's headers are left out: their licence permits programs to use them for system calls.
[[ $# -gt 0 ]] || mapfile -t packages < <(
  {
    ninja -C "$build" -t deps | sed -nE 's/^ +(\/usr\/.*)/\1/p'
    sed -nE 's/^LOAD (\/usr\/.*\.[ao])$/\1/p' "$build/polyglot-static.map"
  } | sort -u | xargs realpath | xargs dpkg-query --search | sed 's/:.*//' | grep -v '^linux-libc-dev$' | sort -u)
# All of Boost that is in it must have Boost's own licence: of Debian's list of thousands of files that paragraph is enough.
ninja -C "$build" -t deps | sed -nE 's/^ +(\/.*\/boost\/.*)/\1/p' | sort -u >"$build/boost-headers"
others=$(xargs -r grep -LE 'LICENSE_1_0|Boost Software License' <"$build/boost-headers" |
  xargs -r grep -liE 'copyright|licen[cs]e' || true)
if [[ -n $others ]]; then
  printf "these files have another licence than Boost's:\n%s\n" "$others" >&2
  exit 1
fi
declare -A papers
for package in "${packages[@]}"; do
  papers[$(realpath "/usr/share/doc/$package/copyright")]+=" $package"
done

echo "The programs of Polyglot's packages carry code of other projects, whose licences stand below."
[[ $# -gt 0 ]] || cat <<END
The program of the archive for any Linux carries glibc as well, under the LGPL: polyglot-VERSION-source.tar.zst has all that it
takes to link it with another glibc, by scripts/release.sh.
END
echo "The sources of the other projects are Debian's, of the versions given here."
mapfile -t files < <(printf '%s\n' "${!papers[@]}" | sort)
for file in "${files[@]}"; do
  printf '\n%s\n' "$(printf '=%.0s' {1..100})"
  # shellcheck disable=SC2086  # names of packages
  dpkg-query -W -f '${binary:Package} of ${source:Package} ${source:Version}\n' ${papers[$file]}
  printf '%s\n' "$(printf '=%.0s' {1..100})"
  if [[ $file == */libboost* ]]; then awk -v RS= '/^License: BSL-1.0\n/' "$file"; else cat "$file"; fi
done
mv "$notices.new" "$notices"
