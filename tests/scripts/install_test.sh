#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the program and the library that are built in the folder $1. The program plays from there, and a program of somebody else
# is built with the library of books: by g++ and clang++, with CMake and with pkg-config. Then uninstalls the program.
set -euo pipefail
build=$(realpath "$1")
sources=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

install() { cmake --install "$build" --component "$1" --prefix "$work/installed" >"$work/log" || { cat "$work/log"; exit 1; }; }
install program
install development
# Moved, so that nothing is found by the path of the installation.
mv "$work/installed" "$work/moved"
"$work/moved/bin/polyglot" --version
cd "$work"

play() {
  printf 'uci\nposition startpos\ngo movetime 10\nquit\n' | PATH=$PATH:/usr/games "$work/moved/bin/polyglot" "$@" >"$work/log" 2>&1
  grep -q "^info string book $work/moved/share/polyglot/starter.bin" "$work/log" || { cat "$work/log"; exit 1; }
}
play -noini -ec stockfish -pg Book=true
play "$(echo "$work"/moved/share/doc/*/examples/polyglot.ini)"
echo "the installed program and its example play from the starter book"

PKG_CONFIG_PATH=$(echo "$work"/moved/lib*/pkgconfig):$(echo "$work"/moved/lib*/*/pkgconfig)
export PKG_CONFIG_PATH
for compiler in g++ clang++; do
  command -v "$compiler" >/dev/null || { echo "skipped: there is no $compiler"; continue; }
  cmake -G Ninja -S "$sources/tests/consumer" -B "by-$compiler" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_PREFIX_PATH="$work/moved" >log 2>&1 && cmake --build "by-$compiler" >>log 2>&1 || { cat log; exit 1; }
  # shellcheck disable=SC2046  # words of a command
  "$compiler" -std=c++20 "$sources/tests/consumer/reader.cpp" -o "pkg-$compiler" \
    $(pkg-config --cflags --libs polyglot) >log 2>&1 || { cat log; exit 1; }
  for reader in "by-$compiler/reader" "./pkg-$compiler"; do
    "$reader" moved/share/polyglot/starter.bin
  done
  echo "the installed library opens a book: $compiler, with CMake and with pkg-config"
done

# From a copy of the list of files: uninstall removes every list, also that of an installation which the tester keeps.
install program
mkdir "$work/build"
cp "$build/install_manifest_program.txt" "$work/build"
touch "$work/installed/share/polyglot/mine"
# Packages have a second folder of documents.
notices=$work/installed/share/doc/polyglot-devel/NOTICES
mkdir "${notices%/*}" && touch "$notices" && printf '\n%s' "$notices" >>"$work/build/install_manifest_program.txt"
uninstall() { cmake -D BUILD="$work/build" -P "$sources/cmake/uninstall.cmake" >"$work/log" 2>&1; }
uninstall || { cat "$work/log"; exit 1; }
remaining=$(find "$work/installed" ! -type d -o -path '*/polyglot*')
[[ $remaining == "$work/installed/share/polyglot"$'\n'"$work/installed/share/polyglot/mine" ]] ||
  { echo "uninstall left: $remaining"; exit 1; }
if uninstall; then echo "uninstall found something to remove twice"; exit 1; fi
grep -q 'nothing was installed from it' "$work/log" || { cat "$work/log"; exit 1; }
echo "uninstall removes what was installed, and nothing else"
