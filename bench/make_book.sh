#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures make-book against Polyglot 2.0.4, and pgn-extract as a parser (-r), and prints a Markdown table:
# bench/make_book.sh [ROUNDS [GAMES.pgn...]]
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"
source bench/whole_process.sh
rounds=${1:-5}
shift $(($# > 0))
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_random_games >&2
ours=$PWD/build/bench/polyglot

build/bench/bench/bench_random_games line 150000 >"$work/lines.pgn"
build/bench/bench/bench_random_games plain 53500 >"$work/games.pgn"
build/bench/bench/bench_random_games annotated 15000 >"$work/comments.pgn"
files=("$work"/{lines,games,comments}.pgn "$@")
subjects=("Polyglot 2.0.4" "pgn-extract -r" "ours, 1 thread" "ours, 1 thread, --variations all" "ours, 2 threads"
  "ours, 2 threads, 64M")

run_subjects() {
  local games=$1 set
  set=$(basename "$games" .pgn)
  if [[ -x /usr/games/polyglot ]]; then
    measure "$set" "${subjects[0]}" /usr/games/polyglot make-book -pgn "$games" -bin "$work/old.bin"
  fi
  if command -v pgn-extract >/dev/null; then
    measure "$set" "${subjects[1]}" pgn-extract -r -s "$games"
  fi
  local make=("$ours" make-book -q -pgn "$games" -bin "$work/new.bin")
  measure "$set" "${subjects[2]}" "${make[@]}" -threads 1
  # The games have no variations: the book is the same.
  measure "$set" "${subjects[3]}" "${make[@]}" -threads 1 --variations all
  if [[ -s $work/old.bin ]]; then cmp "$work/old.bin" "$work/new.bin"; fi
  measure "$set" "${subjects[4]}" "${make[@]}" -threads 2
  measure "$set" "${subjects[5]}" "${make[@]}" -threads 2 -memory 64M
  if [[ -s $work/old.bin ]]; then cmp "$work/old.bin" "$work/new.bin"; fi
}

for ((round = 0; round < rounds; ++round)); do
  for games in "${files[@]}"; do run_subjects "$games"; done
done

echo "| games | subject | s | MB/s | games/s | peak MB | times 2.0.4 |"
echo "|---|---|--:|--:|--:|--:|--:|"
for games in "${files[@]}"; do
  set=$(basename "$games" .pgn)
  bytes=$(stat -c %s "$games")
  count=$(grep -c '^\[Event ' "$games")
  for subject in "${subjects[@]}"; do
    [[ -f $work/times/$set/$subject ]] || continue
    awk -v set="$set" -v subject="$subject" -v bytes="$bytes" -v count="$count" -v s="$(seconds_of "$set" "$subject")" \
      -v peak="$(megabytes_of "$set" "$subject")" -v ratio="$(ratio_of "$set" "${subjects[0]}" "$subject")" 'BEGIN {
        printf "| %s | %s | %.2f | %.1f | %d | %s | %s |\n", set, subject, s, bytes / s / 1e6, count / s, peak, ratio }'
  done
done
