#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures count-games against make-book, and adding counts up, and prints Markdown tables: bench/counts.sh [ROUNDS [GAMES]]
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/whole_process.sh
rounds=${1:-5}
games=${2:-53500}
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_random_games >&2
ours=${POLYGLOT:-$PWD/build/bench/polyglot}

for part in 1 2 3 4; do
  build/bench/bench/bench_random_games plain "$((games / 4))" "$part" >"$work/$part.pgn"
done
cat "$work"/[1-4].pgn >"$work/all.pgn"
for part in 1 2 3 4; do "$ours" count-games -q "$work/$part.pgn" -o "$work/$part.counts"; done

for ((round = 0; round < rounds; ++round)); do
  measure map make-book "$ours" make-book -q -threads 1 "$work/all.pgn" -o "$work/all.bin"
  measure map "make-book of all moves" "$ours" make-book -q -threads 1 "$work/all.pgn" -o "$work/all.bin" --min-game 1 --keep-zero
  measure map "make-book --counts" "$ours" make-book -q -threads 1 "$work/all.pgn" -o "$work/all.bin" --counts "$work/left.counts"
  measure map count-games "$ours" count-games -q -threads 1 "$work/all.pgn" -o "$work/all.counts"
  measure map "count-games --by rating,speed" "$ours" count-games -q -threads 1 --by rating,speed "$work/all.pgn" -o "$work/by.counts"
  measure reduce "add up" "$ours" count-games -q "$work"/[1-4].counts -o "$work/sum.counts"
  measure reduce "make-book of counts" "$ours" make-book -q --weights points "$work/sum.counts" -o "$work/sum.bin"
done

echo "| | s | of make-book | peak MB |"
echo "|---|--:|--:|--:|"
for subject in make-book "make-book of all moves" "make-book --counts" count-games "count-games --by rating,speed"; do
  printf '| %s | %s | %s | %s |\n' "$subject" "$(seconds_of map "$subject")" "$(ratio_of map make-book "$subject")" \
    "$(megabytes_of map "$subject")"
done
parts=$(cat "$work"/[1-4].counts | wc -c)
moves=$("$ours" count-games --summary json "$work/all.counts" -o "$work/again.counts" | sed -nE 's/.*"moves": ?([0-9]+).*/\1/p')
size=$(stat -c %s "$work/all.counts")
for subject in "add up" "make-book of counts"; do
  awk -v subject="$subject" -v bytes="$parts" -v s="$(seconds_of reduce "$subject")" -v peak="$(megabytes_of reduce "$subject")" \
    'BEGIN { printf "| %s (%.1f MB/s of packed parts) | %.2f | | %s |\n", subject, bytes / s / 1e6, s, peak }'
done
awk -v size="$size" -v moves="$moves" 'BEGIN { printf "\n%d moves, %.2f bytes each\n", moves, size / moves }'
