#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/openings.sh POLYGLOT GAMES.pgn [POSITIONS] [NODES]: prints two figures of the tools that judge openings, as rows of a
# table. Needs stockfish. Run it alone on the machine.
# - Engines: a bare loop lets one Stockfish search POSITIONS (default: 200) positions of GAMES with NODES (default: 20000)
#   nodes each; then `analyse --workers 1` does the same searches. The share is the time of the loop by that of analyse,
#   both without the start of the engine.
# - Counting: `make-openings` without an engine reads GAMES up to ply 16, and so does `make-book`, with one thread.
set -euo pipefail
polyglot=$(realpath "$1")
games=$(realpath "$2")
positions=${3:-200}
nodes=${4:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# seconds COMMAND...: the time that a command takes.
seconds() {
  local start=$EPOCHREALTIME
  "$@" >/dev/null 2>"$work/said" || { cat "$work/said" >&2; return 1; }
  awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }'
}

printf '[PolyGlot]\nEngineCommand = stockfish\n' >fish.ini
"$polyglot" make-openings "$games" --plies 8..24 --count "$positions" --openings none --seed 1 -o list.epd >/dev/null
# The counters of the EPD lines are those of the FENs that analyse sends.
sed -E 's/ hmvc ([0-9]+); fmvn ([0-9]+);.*/ \1 \2/' list.epd >list.fen
head -n 1 list.fen >one.fen

# searches FILE: `ucinewgame` waits for the end of the search before.
searches() {
  awk -v nodes="$nodes" '{ printf "ucinewgame\nisready\nposition fen %s\ngo nodes %s\n", $0, nodes } END { print "ucinewgame" }' "$1"
}
searches list.fen >list.uci
searches one.fen >one.uci
bare() { stockfish <"$1"; }
farm() { "$polyglot" analyse "$1" --store "$1.db" --engine fish.ini --nodes "$nodes" --workers 1; }
bare_one=$(seconds bare one.uci)
bare_all=$(seconds bare list.uci)
farm_one=$(seconds farm one.fen)
farm_all=$(seconds farm list.fen)
echo "| searches | bare loop | analyse | share |"
echo "|--:|--:|--:|--:|"
awk -v n="$(wc -l <list.fen)" -v b="$bare_all" -v b1="$bare_one" -v f="$farm_all" -v f1="$farm_one" \
  'BEGIN { printf "| %d | %.2f s | %.2f s | %.3f |\n", n - 1, b - b1, f - f1, (b - b1) / (f - f1) }'

count=$(grep -c '^\[Event ' "$games")
suite=$(seconds "$polyglot" make-openings "$games" --plies 8..16 --count 1000 --openings none -o suite.epd)
book=$(seconds "$polyglot" make-book -pgn "$games" -bin book.bin -max-ply 16 --threads 1)
echo "| games | make-openings | make-book |"
echo "|--:|--:|--:|"
awk -v n="$count" -v s="$suite" -v b="$book" 'BEGIN { printf "| %d | %.0f games/s | %.0f games/s |\n", n, n / s, n / b }'
