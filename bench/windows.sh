#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the round trip of `isready` on Windows, under Wine, against a relay of two threads, and prints a Markdown
# table: bench/windows.sh [ROUNDS]. It needs the preset windows: scripts/windows-parts.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/whole_process.sh
rounds=${1:-9}
if [[ -z ${POLYGLOT:-} ]]; then
  cmake --preset windows >/dev/null
  cmake --build --preset windows --target polyglot_program >&2
fi
x86_64-w64-mingw32-g++-posix -std=c++20 -O2 -static -o "$work/echo.exe" bench/windows_round_trip.cpp
cp "${POLYGLOT:-build/windows/polyglot.exe}" "$work/polyglot.exe"
cd "$work"
printf '[PolyGlot]\nEngineCommand = echo.exe engine\nBook = false\n' >polyglot.ini
export WINEDEBUG=-all WINEPREFIX=$work/wine
# The server keeps its output open: never a pipe.
trap 'wineserver -k >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
wineboot -i >/dev/null 2>&1
wineserver -p >/dev/null 2>&1 || true  # it runs already
mkdir -p times/trip
for ((round = 0; round < rounds; ++round)); do
  for subject in relay "polyglot polyglot.ini"; do
    command=$([[ $subject == relay ]] && echo 'echo.exe relay "echo.exe engine"' || echo "$subject")
    timeout 60 wine echo.exe gui 1500 "$command" >figure 2>/dev/null </dev/null
    echo "$(tr -d '\r' <figure) 0" >>"times/trip/${subject%% *}"
  done
done
echo "| | round trip us | of the relay |"
echo "|---|--:|--:|"
for subject in relay polyglot; do
  printf '| %s | %s | %s |\n' "$subject" "$(seconds_of trip "$subject")" "$(ratio_of trip "$subject" relay)"
done
