#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Has many proxies learn at once, in one book and beside it, while tools replace the book, and compares what is
# learned with what was played: bench/learning.sh [PROXIES] [GAMES]. Prints a Markdown table; fails if a game is lost.
set -euo pipefail
cd "$(dirname "$0")/.."
proxies=${1:-64}
games=${2:-50}
polyglot=${POLYGLOT:-$PWD/build/bench/polyglot}
if [[ -z ${POLYGLOT:-} ]]; then
  cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
  cmake --build build/bench --target polyglot_program >&2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Answers what a session needs and never has to search.
cat >engine.sh <<'ENGINE'
while read -r line; do
  case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    quit) exit ;;
  esac
done
ENGINE

cat >book.csv <<'BOOK'
fen,move,weight
startpos,e2e4,10
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2,g1f3,7
BOOK

# One proxy: games with two moves of the book each, all won.
play() {
  {
    printf 'xboard\nprotover 2\n'
    for ((game = 0; game < games; ++game)); do
      printf 'new\ngo\nusermove e7e5\nresult 1-0 {Black resigns}\n'
    done
    printf 'quit\n'
  } | "$polyglot" -noini -ec 'sh engine.sh' -pg Book=true -pg BookFile=book.bin -pg BookLearn=true \
    -pg "BookLearnFile=$1" >/dev/null
}

# What both moves of a file have learned, one a line.
sums() {
  "$polyglot" learn-info "$1" -format json | grep -o '"best":\[[^]]*' | grep -o '"n":[0-9]*,"sum":[0-9]*'
}

# run NAME FILE: FILE is empty for the book itself
run() {
  local name=$1 file=$2 players=() player begin edits=0 expected
  "$polyglot" import book.csv -o book.bin >/dev/null
  begin=$EPOCHREALTIME
  for ((i = 0; i < proxies; ++i)); do
    play "$file" &
    players+=($!)
  done
  while [[ -n $(jobs -pr) ]]; do
    "$polyglot" edit-book book.bin -set e4=$((10 + edits % 100)) >/dev/null
    "$polyglot" merge-book book.bin book.bin:0 -rule maximum -out book.bin >/dev/null
    edits=$((edits + 2))
  done
  for player in "${players[@]}"; do wait "$player"; done
  expected=$(printf '"n":%d,"sum":%d\n' $((proxies * games)) $((2 * proxies * games)))
  if [[ $(sums "${file:-book.bin}" | sort -u) != "$expected" ]]; then
    echo "games are lost: $(sums "${file:-book.bin}" | tr '\n' ' ') instead of twice $expected" >&2
    exit 1
  fi
  awk -v name="$name" -v games=$((proxies * games)) -v edits="$edits" -v begin="$begin" -v end="$EPOCHREALTIME" \
    'BEGIN { printf "| %s | %d | %d | %.1f |\n", name, games, edits, end - begin }'
}

echo "| learned | games of $proxies proxies at once | replacements of the book meanwhile | seconds |"
echo "|---|---|---|---|"
run "in the book" ""
run "beside it" side.bin
