#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian or Ubuntu packages that are missing: install-dependencies.sh build|test|windows|package [--yes]
# It asks first when a person runs it: at a terminal, without --yes and outside continuous integration (CI).
# On other systems, or without root, it names the missing packages and fails.
set -euo pipefail

what=${1:?usage: install-dependencies.sh build|test|windows|package [--yes]}
if ! command -v dpkg-query >/dev/null; then
  for program in g++ cmake ninja pkg-config; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  [[ -n ${missing[*]:-} ]] || exit 0
  echo "Please install: ${missing[*]} and the libraries Boost >= 1.81, inih, fmt, zlib, bzip2, zstd, SQLite 3" >&2
  exit 1
fi

sudo=() can_install=yes
if [[ $EUID -ne 0 ]]; then
  if command -v sudo >/dev/null; then sudo=(sudo); else can_install=""; fi
fi
update() { [[ -n $can_install ]] && "${sudo[@]}" apt-get update -qq </dev/null >&2; }
# A package of which others merely speak has no version.
is_known() { [[ $(apt-cache policy "$1") == *'Candidate: '[0-9]* ]]; }
# Without package lists, as in a fresh container, no package is known.
is_known libboost-dev || update || true

# The newest Boost that the distribution has; Debian 12 keeps 1.81 beside its default 1.74.
boost=1.81
is_known libboost1.81-dev || grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release || boost=""
packages=(g++ cmake ninja-build pkg-config
          "libboost${boost}-dev" zlib1g-dev libbz2-dev libzstd-dev libsqlite3-dev libxxhash-dev libinih-dev libfmt-dev stockfish)
[[ -n $boost ]] || packages+=(libboost-url-dev)  # of 1.81 we compile it ourselves

# Tests that need one of these are skipped where the distribution does not have it.
optional=()
if [[ $what == test ]]; then
  formatter=clang-format-14  # Debian 12's; other versions format some lines differently
  is_known "$formatter" || formatter=clang-format
  packages+=("libboost-program-options${boost}-dev" libgtest-dev libgmock-dev libbenchmark-dev clang lld "$formatter" clang-tidy
             git xvfb fonts-dejavu-core bzip2 zstd procps)
  optional=(polyglot pgn-extract toga2 fairy-stockfish sjaakii glaurung ethereal-chess fairymax phalanx sjeng hoichess gnuchess hachu
            xboard scid-data firefox-esr)
  # Without windows it opens a page in a third of the time.
  if is_known chromium-headless-shell; then optional+=(chromium-headless-shell); else optional+=(chromium); fi
  command -v node >/dev/null || packages+=(nodejs)
  # npm fetches what drives the browsers. NodeSource's nodejs includes it, and conflicts with the distribution's package.
  command -v npm >/dev/null || packages+=(npm)
  # Debian starts these services at once and at every boot. So nobody else gets them: without them, the tests of engines behind
  # ssh and of books made with Slurm are skipped.
  if [[ ${CI:-} == true ]]; then
    packages+=(openssh-server openssh-client iproute2)
    optional+=(slurm-wlm munge)
  fi
elif [[ $what == windows ]]; then
  # The sources of the libraries' other parts come by apt-get source: scripts/windows-parts.sh.
  packages+=(g++-mingw-w64-x86-64-posix clang lld libz-mingw-w64-dev libgtest-dev dpkg-dev tcl wine wine64 nsis zip)
elif [[ $what == package ]]; then
  packages+=(git zstd dpkg-dev lintian)
fi
for package in "${optional[@]}"; do
  if is_known "$package"; then packages+=("$package"); else echo "Not in this distribution: $package" >&2; fi
done

# How much packages take: "Need to get 94.2 MB of archives. After this operation, 561 MB of additional disk space will be used."
size_of() { LC_ALL=C apt-get install --assume-no --no-install-recommends "$@" 2>/dev/null | grep -E '^(Need to get|After this)' | paste -s -d ' '; }
install_missing() {
  local package answer missing=()
  for package in "${packages[@]}"; do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ -z $can_install ]]; then
    echo "Please install as root: apt-get update && apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "Missing: ${missing[*]}. $(size_of "${missing[@]}")" >&2
  if [[ $asks == yes ]]; then
    read -rp "Install them? [y/N] " answer || true
    if [[ $answer != [yY]* ]]; then
      echo "Nothing was installed. To install them yourself: ${sudo[*]}${sudo:+ }apt-get install ${missing[*]}" >&2
      exit 1
    fi
    asks=""
  fi
  update
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${missing[@]}" </dev/null >&2
}
asks=""
[[ ${2:-} == --yes || -n ${CI:-} || ! -t 0 || ! -t 2 ]] || asks=yes
install_missing
# libFuzzer and the sanitizers of clang are in a package named after clang's version.
if [[ $what == test ]]; then
  packages=("libclang-rt-$(clang -dumpversion | cut -d . -f 1)-dev")
  install_missing
fi
