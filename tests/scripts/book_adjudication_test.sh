#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No program adjudicates a game by the book's moves: book_adjudication_test.sh POLYGLOT MATCH UCI_ENGINE CECP_ENGINE
# Two proxies play 20 plies of book under a program that calls a game drawn after four even moves of both sides.
set -uo pipefail

polyglot=${POLYGLOT_PROGRAM:-$1} match=$2 uci_engine=$3 cecp_engine=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

cat >games.pgn <<'PGN'
[Event "book"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 10. Bc2 c5 1/2-1/2
PGN
"$polyglot" make-book games.pgn -o book.bin --min-game 1 --quiet || exit 1

failed=0
# play PROTOCOL ENGINE BOOK_INFO EXPECTED
play() {
  local proxy="$polyglot -noini -ec '$2' -pg Book=true -pg BookFile=$folder/book.bin -pg BookInfo=$3"
  HOME=$folder "$match" -games 1 -tc 10+1 -margin 10000 -draws 0:4 -max-plies 20 -pgn "$1.pgn" \
    -engine1 "$proxy" -protocol1 "$1" -engine2 "$proxy" -protocol2 "$1" >summary || failed=1
  grep -q "adjudication: $4" "$1.pgn" && return
  echo "$1, $2, BookInfo = $3: not \"adjudication: $4\""
  cat summary "$1.pgn"
  failed=1
}

for protocol in uci cecp; do
  for engine in "$uci_engine" "$cecp_engine"; do
    for info in none string depth0; do
      play "$protocol" "$engine" "$info" length
    done
    play "$protocol" "$engine" depth1 "even scores"
  done
done
exit "$failed"
