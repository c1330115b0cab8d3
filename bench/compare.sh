#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures this tree against another build of Polyglot and prints Markdown tables: bench/compare.sh PROGRAM [ROUNDS]
# PROGRAM is the `polyglot` of the other build (in build/bench, too). Ratios are ours / before: below 1, ours takes less.
set -euo pipefail
(($# > 0)) || { echo "usage: bench/compare.sh PROGRAM [ROUNDS]" >&2; exit 1; }
before=$(realpath "$1")
rounds=${2:-9}
cd "$(dirname "$0")/.."
source bench/whole_process.sh
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --parallel >&2
ours=$PWD/build/bench/polyglot
random_games=$PWD/build/bench/bench/bench_random_games

echo "## The proxy"
build/bench/bench/bench_proxy -before "$before" -rounds "$rounds" -pin
echo
build/bench/bench/bench_proxy -before "$before" -rounds "$rounds"
echo
echo "## An XBoard GUI"
build/bench/bench/bench_cecp -before "$before" -rounds "$rounds"

"$random_games" line 60000 >"$work/lines.pgn"
"$random_games" plain 20000 >"$work/games.pgn"
cd "$work"
for seed in 1 2; do "$random_games" plain 20000 "$seed" | "$ours" make-book -q -min-game 1 - -o "$seed.bin"; done
"$random_games" plain 5000 3 | "$ours" make-book -q -min-game 1 - -o small.bin
"$random_games" plain 2000 4 | "$ours" make-book -q -min-game 1 - -o tiny.bin
printf 'set e2e4 50\n' >edits.txt

declare -A tools=(
  ["make-book, lines"]="make-book -q -threads 1 -pgn lines.pgn -bin made-NAME.bin"
  ["make-book, games"]="make-book -q -threads 1 -pgn games.pgn -bin made-NAME.bin"
  ["make-book, 2 threads, 64M"]="make-book -q -threads 2 -memory 64M -pgn games.pgn -bin made-NAME.bin"
  ["merge-book"]="merge-book -in1 1.bin -in2 2.bin -out merged-NAME.bin"
  ["check-book"]="check-book 1.bin"
  ["dump-book"]="dump-book -bin tiny.bin -color white -out dump-NAME.txt"
  ["info-book"]="info-book -bin tiny.bin"
  ["diff-book"]="diff-book 1.bin small.bin"
  ["edit-book"]="edit-book small.bin -script edits.txt -out edited-NAME.bin"
  ["probe"]="probe 1.bin startpos"
  ["perft 5"]="perft -fen startpos -max-depth 5"
)
"$ours" --version >/dev/null
for ((round = 0; round < rounds; ++round)); do
  for tool in "${!tools[@]}"; do
    for name in before ours; do
      program=${!name}
      # shellcheck disable=SC2086 # words on purpose
      measure "$tool" "$name" "$program" ${tools[$tool]//NAME/$name} || echo "$name: $tool failed" >&2
    done
  done
done

echo
echo "## Tools, whole processes"
echo
echo "| | before s | ours s | ours / before | before MB | ours MB |"
echo "|---|--:|--:|--:|--:|--:|"
printf '%s\n' "${!tools[@]}" | sort | while IFS= read -r tool; do
  echo "| $tool | $(seconds_of "$tool" before) | $(seconds_of "$tool" ours) | $(ratio_of "$tool" ours before) |" \
    "$(megabytes_of "$tool" before) | $(megabytes_of "$tool" ours) |"
done
