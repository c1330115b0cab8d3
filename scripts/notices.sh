#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the licences of what is in the static program beside Polyglot's own code: notices.sh BUILD_FOLDER FILE
# Headers are those that the compiler read, archives those in the link map; the words are of the Debian packages of both.
set -euo pipefail
build=$1
exec >"$2.new"

# The kernel's headers tell programs how to call it, which by their licence puts nothing of it into them.
mapfile -t packages < <(
  {
    ninja -C "$build" -t deps | sed -nE 's/^ +(\/usr\/.*)/\1/p'
    sed -nE 's/^LOAD (\/usr\/.*\.[ao])$/\1/p' "$build/polyglot-static.map"
  } | sort -u | xargs realpath | xargs dpkg-query --search | sed 's/:.*//' | grep -v '^linux-libc-dev$' | sort -u)
# All of Boost that is in it must have Boost's own licence: of Debian's list of thousands of files that paragraph is enough.
ninja -C "$build" -t deps | sed -nE 's/^ +(\/usr\/.*\/boost\/.*)/\1/p' | sort -u >"$build/boost-headers"
if xargs grep -LE 'LICENSE_1_0|Boost Software License' <"$build/boost-headers" | xargs -r grep -liE 'copyright|licen[cs]e' >&2; then
  echo "these files have another licence than Boost's" >&2
  exit 1
fi
declare -A papers
for package in "${packages[@]}"; do
  papers[$(realpath "/usr/share/doc/$package/copyright")]+=" $package"
done

cat <<END
The programs of Polyglot's packages carry code of other projects, whose licences stand below. The program of the archive for
any Linux carries glibc as well, under the LGPL: polyglot-VERSION-source.tar.zst has all that it takes to link it with
another glibc, by scripts/release.sh. The sources of the other projects are Debian's, of the versions given here.
END
mapfile -t files < <(printf '%s\n' "${!papers[@]}" | sort)
for file in "${files[@]}"; do
  printf '\n%s\n' "$(printf '=%.0s' {1..100})"
  # shellcheck disable=SC2086  # names of packages
  dpkg-query -W -f '${binary:Package} of ${source:Package} ${source:Version}\n' ${papers[$file]}
  printf '%s\n' "$(printf '=%.0s' {1..100})"
  if [[ $file == */libboost* ]]; then awk -v RS= '/^License: BSL-1.0\n/' "$file"; else cat "$file"; fi
done
mv "$2.new" "$2"
