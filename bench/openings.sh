#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the tools that judge openings, and prints two Markdown tables: bench/openings.sh GAMES.pgn [POSITIONS [NODES [ROUNDS]]]
# Needs stockfish. Run it alone on the machine.
# - Engines: a bare loop lets one Stockfish search POSITIONS (default: 200) positions of GAMES with NODES (default: 50000)
#   nodes each; then `analyse --workers 1` does the same searches. The share is the time of the loop by that of analyse,
#   both without what one search alone takes, the start of the engine included.
# - Counting: `make-openings` without an engine reads GAMES up to ply 16, and so does `make-book`, with one thread.
set -euo pipefail
games=$(realpath "${1:?usage: bench/openings.sh GAMES.pgn [POSITIONS [NODES [ROUNDS]]]}")
positions=${2:-200} nodes=${3:-50000} rounds=${4:-5}
cd "$(dirname "$0")/.."
source bench/whole_process.sh
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_searches >&2
ours=${POLYGLOT:-$PWD/build/bench/polyglot}
searches=$PWD/build/bench/bench/bench_searches
cd "$work"

printf '[PolyGlot]\nEngineCommand = stockfish\n' >fish.ini
"$ours" make-openings "$games" --plies 8..24 --count "$positions" --openings none --seed 1 -o list.epd >/dev/null
# The counters of the EPD lines are those of the FENs that analyse sends.
sed -E 's/ hmvc ([0-9]+); fmvn ([0-9]+);.*/ \1 \2/' list.epd >all
head -n 1 all >one

for ((round = 0; round < rounds; ++round)); do
  for list in one all; do
    measure "$list" bare "$searches" "$nodes" "$list" stockfish
    rm -f store.db
    measure "$list" farm "$ours" analyse "$list" --store store.db --engine fish.ini --nodes "$nodes" --workers 1
  done
  measure count make-openings "$ours" make-openings "$games" --plies 8..16 --count 1000 --openings none -o suite.epd
  measure count make-book "$ours" make-book -pgn "$games" -bin book.bin -max-ply 16 --threads 1
done

# searching SUBJECT: the seconds of all searches but one, a line for each round
searching() { paste -d' ' "times/all/$1" "times/one/$1" | awk '{ print $1 - $3 }'; }
echo "| searches | bare loop | analyse | share |"
echo "|--:|--:|--:|--:|"
printf '| %s | %.2f s | %.2f s | %.3f |\n\n' "$(($(wc -l <all) - 1))" "$(searching bare | median)" "$(searching farm | median)" \
  "$(paste -d' ' <(searching bare) <(searching farm) | awk '{ print $1 / $2 }' | median)"

count=$(grep -c '^\[Event ' "$games")
echo "| games | make-openings, games/s | make-book, games/s | ratio |"
echo "|--:|--:|--:|--:|"
awk -v n="$count" -v s="$(seconds_of count make-openings)" -v b="$(seconds_of count make-book)" \
  -v ratio="$(ratio_of count make-book make-openings)" 'BEGIN { printf "| %d | %.0f | %.0f | %s |\n", n, n / s, n / b, ratio }'
