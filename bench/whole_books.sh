#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the tools for whole books against Polyglot 2.0.4 and prints a Markdown table: bench/whole_books.sh [ROUNDS]
# merge-book gets two books of some three million records each, info-book and dump-book a small one.
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/whole_process.sh
[[ -x /usr/games/polyglot ]] || { echo "please install the package polyglot" >&2; exit 1; }
rounds=${1:-5}
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_random_games >&2
declare -A programs=(["Polyglot 2.0.4"]=/usr/games/polyglot [ours]=$PWD/build/bench/polyglot)
random_games=$PWD/build/bench/bench/bench_random_games
cd "$work"

# make NAME GAMES SEED
make() {
  "$random_games" plain "$2" "$3" | "${programs[ours]}" make-book -q -min-game 1 - -o "$1"
}
make first.bin 60000 1
make second.bin 60000 2
make small.bin 2500 3

for ((round = 0; round < rounds; ++round)); do
  for name in "${!programs[@]}"; do
    program=${programs[$name]}
    measure merge-book "$name" "$program" merge-book -in1 first.bin -in2 second.bin -out "merged-${name// /-}.bin"
    measure info-book "$name" "$program" info-book -bin small.bin
    measure dump-book "$name" "$program" dump-book -bin small.bin -color white -out dump.txt
  done
done
cmp merged-*.bin

echo "merge-book: $(du -bc first.bin second.bin | awk 'END { printf "%.0f", $1 / 1e6 }') MB in," \
  "$(du -b merged-ours.bin | awk '{ printf "%.0f", $1 / 1e6 }') MB out; the others: $(du -b small.bin | awk '{ printf "%.1f", $1 / 1e6 }') MB"
echo
echo "| | Polyglot 2.0.4 s | ours s | ours peak MB | times 2.0.4 |"
echo "|---|--:|--:|--:|--:|"
for tool in merge-book info-book dump-book; do
  echo "| $tool | $(seconds_of "$tool" "Polyglot 2.0.4") | $(seconds_of "$tool" ours) |" \
    "$(megabytes_of "$tool" ours) | $(ratio_of "$tool" "Polyglot 2.0.4" ours) |"
done
