#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks at the messages and questions where something is missing: packages, with and without root, and what npm fetches.
# Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
mkdir "$folder/bin" "$folder/build"

# program NAME LINE: a script of one line.
program() { printf '#!/bin/sh\n%s\n' "$2" >"$folder/bin/$1" && chmod +x "$folder/bin/$1"; }

# check NAME STATUS PATTERN COMMAND...
check() {
  local name=$1 status=$2 pattern=$3 said
  shift 3
  said=$("$@" 2>&1)
  [[ $? -eq $status ]] && grep -Eq -- "$pattern" <<<"$said"
  count "$name: no line matches $pattern in:" "$said"
}

# A system without sudo on which nothing is installed and nothing known.
for tool in bash grep env; do ln -s "$(command -v "$tool")" "$folder/bin/"; done
program dpkg-query 'exit 1'
program apt-cache :
boost='libboost-dev .*libboost-url-dev'
if grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release; then boost='libboost1.81-dev .*pgn-extract$'; fi
cp scripts/install-dependencies.sh "$folder"
nobody=()
[[ $EUID -ne 0 ]] || nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
check 'packages to install' 1 "^Please install as root: apt-get update && apt-get install g\+\+ .*$boost" \
  "${nobody[@]}" env PATH="$folder/bin" bash "$folder/install-dependencies.sh" build

# With root, or a sudo that lets everybody. It asks a person, and nobody else.
program apt-cache 'echo "  Candidate: 1"'
# shellcheck disable=SC2016  # of the scripts
program apt-get 'echo "apt-get $1"'
# shellcheck disable=SC2016
program sudo 'exec "$@"'
for tool in script sh; do ln -s "$(command -v "$tool")" "$folder/bin/"; done
install() { env -u CI SHELL=/bin/sh PATH="$folder/bin" "$@"; }
at_terminal() {  # ANSWER [ARGUMENT]
  printf '%s\n' "$1" | install script -qec "bash $folder/install-dependencies.sh build ${2:-}" /dev/null
}
check 'a person who declines' 1 'Nothing was installed\. To install them yourself: (sudo )?apt-get install g\+\+ ' at_terminal n
check 'a person who only presses Enter' 1 'Nothing was installed' at_terminal ''
check 'a person who agrees' 0 '^apt-get install' at_terminal y
check 'a person with --yes' 0 '^Installing g\+\+ ' at_terminal n --yes
check 'no terminal' 0 '^Installing g\+\+ ' install bash "$folder/install-dependencies.sh" build
check 'continuous integration' 0 '^Installing g\+\+ ' \
  install env CI=true script -qec "bash $folder/install-dependencies.sh build" /dev/null
rm "$folder/bin/"{script,sh}

program node :
program firefox-esr :
program npm 'printf "npm ERR! code %s\nnpm ERR! syscall spawn git\n" EUSAGE >&2; exit 1'
check 'npm that fails' 77 '^skipped: npm fails: code EUSAGE syscall spawn git$' \
  env PATH="$folder/bin:$PATH" tests/explorer/run_browser_tests.sh "$folder/build/polyglot" "$folder" firefox-esr
program npm 'echo cannot; exit 1'
check 'npm that fails in its own way' 77 '^skipped: npm fails: cannot$' \
  env PATH="$folder/bin:$PATH" tests/explorer/run_browser_tests.sh "$folder/build/polyglot" "$folder" firefox-esr

finish_checks
