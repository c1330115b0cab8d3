#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes config/starter.bin again: Stockfish plays itself from openings.txt, and what it played becomes the book.
# Takes about ten minutes on one core. See docs/make-books.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PATH:/usr/games"

games=${1:-build/starter-book}
mkdir -p "$games"
cmake --preset dev >/dev/null
cmake --build --preset dev --target match games_to_book

openings=$(grep -c . config/starter-book/openings.txt)
# A fixed number of nodes makes every game repeatable; other numbers make other games.
for nodes in 2000 2500 3000; do
  [[ -s $games/$nodes.pgn ]] && continue
  build/dev/tests/support/match -engine1 stockfish -engine2 stockfish -option2 MultiPV=2 -nodes "$nodes" \
    -openings config/starter-book/openings.txt -games $((2 * openings)) -adjudicate 400:4 -max-plies 200 \
    -event "Starter book" -pgn "$games/$nodes.part"
  mv "$games/$nodes.part" "$games/$nodes.pgn"
done

build/dev/config/starter-book/games_to_book config/starter.bin "$games"/*.pgn
