#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tools write the same files on Windows and on Linux, and end with the same code: same_books_test.sh POLYGLOT COMMAND...
# COMMAND runs the program for Windows, for example `wine polyglot.exe`. Runs what authors of books do (tests/tasks) with
# both programs, in a folder each.
set -euo pipefail
tasks=$(cd "$(dirname "$0")/../tasks" && pwd)
linux=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/linux_bin" "$work/windows_bin" "$work/desk" "$work/desk/folder"
ln -s "$linux" "$work/linux_bin/polyglot"
# Wine does not read a file that a shell of Linux has opened as standard input; cmd's own "<" works.
printf '#!/bin/sh\ncat | %s "$@"\n' "$(printf '%q ' "$@")" >"$work/windows_bin/polyglot"
chmod +x "$work/windows_bin/polyglot"

cp "$tasks/games.pgn" "$work/desk"
cp "$tasks/games.pgn" "$work/desk/folder"
(cd "$work/desk"
  "$linux" make-book -q games.pgn --min-game 1 --keep-zero -o book.bin
  "$linux" make-book -q games.pgn --min-game 1 --player Adams --side-of-player -o other.bin
  { tail -c 160 book.bin; head -c 160 book.bin; } >damaged.bin
  printf '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n' >damaged.pgn
  for ((i = 0; i < 1000; i++)); do echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'; done >positions.fen)

# run SYSTEM SCRIPT: leaves what the tools wrote in the folder of the system.
run() {
  local folder=$work/$1
  rm -rf "$folder"
  cp -r "$work/desk" "$folder"
  (cd "$folder" && PATH=$work/${1}_bin:$PATH bash -eo pipefail "$2" </dev/null >"$work/printed" 2>&1) || echo "$?" >"$folder/exit_code"
}

count=0 failed=0
for script in "$tasks"/[0-9]*.sh; do
  # Those that need an engine of Linux.
  ! grep -q stockfish "$script" || continue
  run linux "$script"
  run windows "$script"
  count=$((count + 1))
  # A page names openings, where the system has a list of them.
  if ! difference=$(diff -r --exclude=page.html "$work/linux" "$work/windows"); then
    echo "$(basename "$script") is different on Windows (>):"
    head -n 20 <<<"$difference"
    failed=$((failed + 1))
  fi
done
echo "$count tasks, $failed different"
[[ $failed -eq 0 ]]
