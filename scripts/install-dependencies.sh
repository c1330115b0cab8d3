#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the Debian or Ubuntu packages that are missing: install-dependencies.sh build|test|windows|package [--yes]
# It asks first when a person runs it: at a terminal, without --yes and outside continuous integration (CI).
# On other systems, or without root, it names the missing packages and fails.
set -euo pipefail

what=${1:?usage: install-dependencies.sh build|test|windows|package [--yes]}
asks=""
if [[ ${2:-} != --yes && -z ${CI:-} && -t 0 && -t 2 ]]; then asks=yes; fi

if ! command -v dpkg-query >/dev/null; then
  for program in g++ cmake ninja pkg-config; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  if [[ -n ${missing[*]:-} ]]; then
    echo "Please install: ${missing[*]} and the libraries Boost >= 1.81, inih, fmt, zlib, bzip2, zstd, SQLite 3" >&2
    exit 1
  fi
  exit 0
fi

sudo=() can_install=yes
if [[ $EUID -ne 0 ]]; then
  if command -v sudo >/dev/null; then sudo=(sudo); else can_install=""; fi
fi
update() { [[ -n $can_install ]] && "${sudo[@]}" apt-get update -qq </dev/null >&2; }
# A package of which others merely speak has no version.
is_known() { [[ $(apt-cache policy "$1") == *'Candidate: '[0-9]* ]]; }

# One of the tests', here or to be installed.
has_browser() {
  local browser
  for browser in chromium-headless-shell chromium firefox-esr; do
    if command -v "$browser" >/dev/null || is_known "$browser"; then return 0; fi
  done
  return 1
}

# Without package lists, as in a fresh container, no package is known.
knows_packages() { is_known libboost-dev; }
is_debian_12() { grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release; }

# The newest Boost that the distribution has; Debian 12 keeps 1.81 beside its default 1.74.
boost=1.81
if ! is_known libboost1.81-dev; then
  knows_packages || update || true
  is_known libboost1.81-dev || is_debian_12 || boost=""
fi

packages=(g++ cmake ninja-build pkg-config
          "libboost${boost}-dev" zlib1g-dev libbz2-dev libzstd-dev libsqlite3-dev libxxhash-dev libinih-dev libfmt-dev stockfish pgn-extract)
[[ -n $boost ]] || packages+=(libboost-url-dev)  # of 1.81 we compile it ourselves
# Tablebases, where the distribution has the library.
if is_known libfathom-dev; then packages+=(libfathom-dev); fi
players=()
if [[ $what == test ]]; then
  formatter=clang-format-14  # Debian 12's: others lay some lines out otherwise
  is_known "$formatter" || formatter=clang-format
  players=(polyglot toga2 fairy-stockfish sjaakii glaurung ethereal-chess
           fairymax phalanx sjeng hoichess gnuchess hachu xboard scid-data
           firefox-esr)
  # Without windows it opens a page in a third of the time.
  if is_known chromium-headless-shell; then players+=(chromium-headless-shell); else players+=(chromium); fi
  packages+=("libboost-program-options${boost}-dev" libgtest-dev libgmock-dev libbenchmark-dev
             clang lld "$formatter" clang-tidy git man-db mandoc zsh fish python3-jsonschema xvfb
             fonts-dejavu-core)
  command -v node >/dev/null || packages+=(nodejs)
  # It fetches what drives the browsers, and is hundreds of packages. NodeSource's nodejs brings it along, and conflicts
  # with the distribution's package of that name.
  if ! command -v npm >/dev/null && has_browser; then packages+=(npm); fi
  # What starts jobs on many hosts.
  players+=(slurm-wlm munge parallel)
  packages+=("${players[@]}" bzip2 zstd procps)
  # Nobody else gets a server for it: without one a test of engines behind ssh is skipped.
  [[ ${CI:-} != true ]] || packages+=(openssh-server openssh-client iproute2)
fi

if [[ $what == windows ]]; then
  # The sources of the libraries' other parts come by apt-get source: scripts/windows-parts.sh.
  packages+=(g++-mingw-w64-x86-64-posix clang lld libz-mingw-w64-dev libgtest-dev dpkg-dev tcl wine wine64 nsis zip)
fi

if [[ $what == package ]]; then
  packages+=(git zstd dpkg-dev rpm lintian)
fi

is_installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

missing_packages() {
  missing=()
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
}

# libFuzzer and the sanitizers of clang live in a package named after clang's version.
add_clang_runtime() {
  [[ $what == test ]] && command -v clang >/dev/null || return 0
  local version
  version=$(clang -dumpversion)
  packages+=("libclang-rt-${version%%.*}-dev")
}

# Tests that need one of the players, or of what starts jobs, are skipped where the distribution does not have it.
leave_out_unknown_players() {
  local package known=()
  for package in "${missing[@]}"; do
    if [[ " ${players[*]} " == *" $package "* ]] && ! is_known "$package"; then
      echo "Not in this distribution: $package" >&2
    else
      known+=("$package")
    fi
  done
  missing=("${known[@]}")
}

# Fails unless the packages may be installed. What was agreed to once is not asked again.
agree() {
  local answer=""
  [[ -n $asks && -n $can_install ]] || return 0
  read -rp "Install ${missing[*]}? [y/N] " answer || true
  if [[ $answer != [yY]* ]]; then
    echo "Nothing was installed. To install them yourself: ${sudo[*]}${sudo:+ }apt-get install ${missing[*]}" >&2
    return 1
  fi
  asks=""
}

install_missing() {
  missing_packages
  [[ ${#missing[@]} -eq 0 ]] && return
  agree || exit 1
  [[ -z $can_install ]] || update
  local first=""
  if knows_packages; then leave_out_unknown_players; else first="apt-get update && "; fi
  [[ ${#missing[@]} -eq 0 ]] && return
  if [[ -z $can_install ]]; then
    echo "Please install as root: ${first}apt-get install ${missing[*]}" >&2
    exit 1
  fi
  echo "Installing ${missing[*]}" >&2
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${missing[@]}" </dev/null >&2
}

install_missing
add_clang_runtime
install_missing
