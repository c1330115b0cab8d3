#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs missing packages, builds Polyglot and starts it: ./run.sh [--yes] [arguments of polyglot]
# At a terminal it asks before it installs packages, except with --yes.
# Without arguments it runs the configuration of polyglot.ini.example: Stockfish with the starter book.
set -euo pipefail
root=$(cd "$(dirname "$0")" && pwd)
yes=()
if [[ ${1:-} == --yes ]]; then
  yes=(--yes)
  shift
fi

# Only the chess protocol goes to stdout, which belongs to the GUI. Everything else goes to stderr. No step may read stdin.
build() { cmake --build --preset release --parallel; }
"$root/scripts/install-dependencies.sh" build "${yes[@]}" >&2
(
  cd "$root"
  # Packages are optimised across files as well, which makes the first build longer.
  [[ -f build/release/build.ninja ]] || cmake --preset release -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF >/dev/null
  if [[ -t 1 ]]; then
    build  # a terminal shows the progress
  else
    log=build/release/build.log next=$((SECONDS + 5))
    build 2>&1 | tee "$log" | while IFS= read -r line; do
      if ((SECONDS >= next)); then
        echo "Building: $line (all of it: $root/$log)"
        next=$((SECONDS + 60))
      fi
    done || { cat "$log"; exit 1; }
  fi
) </dev/null >&2

export PATH="$PATH:/usr/games"  # where Debian keeps its engines
if [[ $# -eq 0 ]]; then
  set -- "$root/polyglot.ini.example"
  if [[ -t 0 && -t 2 ]]; then
    echo "In a GUI, add $root/build/release/polyglot as a UCI engine with the argument $root/polyglot.ini.example" >&2
  fi
fi
exec "$root/build/release/polyglot" "$@"
