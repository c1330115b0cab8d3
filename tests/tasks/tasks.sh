# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What authors of books do: the blocks marked bash of docs/make-books.md, and the files that they use. Source it.
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
document=$here/../../docs/make-books.md

# task_names: the headings above the blocks.
task_names() { awk '/^### / { name = substr($0, 5) } /^```bash$/ { print name }' "$document"; }
# task NAME: the commands of the block.
task() {
  awk -v wanted="$1" '/^### / { name = substr($0, 5) } /^```$/ { on = 0 } on && name == wanted; /^```bash$/ { on = 1 }' "$document"
}
# make_desk FOLDER POLYGLOT: games, positions, two books and a damaged one.
make_desk() {
  mkdir -p "$1/folder" && cd "$1" || return
  cp "$here/games.pgn" . && cp "$here/games.pgn" folder/
  printf '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n' >damaged.pgn
  "$2" make-book -q games.pgn --min-game 1 --keep-zero -o book.bin &&
    "$2" make-book -q games.pgn --min-game 1 --player Adams --side-of-player -o other.bin || return
  { tail -c 160 book.bin; head -c 160 book.bin; } >damaged.bin
  for ((i = 0; i < 1000; i++)); do echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'; done >positions.fen
}
