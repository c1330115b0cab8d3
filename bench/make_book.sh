#!/usr/bin/env bash
# Measures make-book against Polyglot 2.0.4 and pgn-extract as a parser, and prints a Markdown table:
# bench/make_book.sh [ROUNDS]. Each figure is the best of the rounds, which go by turns.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/usr/games"
rounds=${1:-3}
cmake --preset bench >/dev/null
cmake --build --preset bench --target polyglot_program bench_random_games >&2
ours=$PWD/build/bench/polyglot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build/bench/bench/bench_random_games line 150000 >"$work/lines.pgn"
build/bench/bench/bench_random_games plain 53500 >"$work/games.pgn"
build/bench/bench/bench_random_games annotated 15000 >"$work/comments.pgn"

# Seconds and peak memory in KiB of a command: measure NAME COMMAND...
measure() {
  local name=$1
  shift
  /usr/bin/time -f "%e %M" -o "$work/time" "$@" >/dev/null 2>&1
  cat "$work/time" >>"$work/$name.times"
}

run_subjects() {
  local games=$1 set=$2
  if [[ -x /usr/games/polyglot ]]; then
    measure "$set-Polyglot 2.0.4" /usr/games/polyglot make-book -pgn "$games" -bin "$work/old.bin"
  fi
  if command -v pgn-extract >/dev/null; then
    measure "$set-pgn-extract -r" pgn-extract -r -s "$games"
  fi
  measure "$set-ours, 1 thread" "$ours" make-book -q -threads 1 -pgn "$games" -bin "$work/new.bin"
  measure "$set-ours, 2 threads" "$ours" make-book -q -threads 2 -pgn "$games" -bin "$work/new.bin"
  measure "$set-ours, 2 threads, 64M" "$ours" make-book -q -threads 2 -memory 64M -pgn "$games" -bin "$work/new.bin"
  if [[ -f $work/old.bin ]]; then cmp "$work/old.bin" "$work/new.bin"; fi
}

for ((round = 0; round < rounds; ++round)); do
  for set in lines games comments; do run_subjects "$work/$set.pgn" "$set"; done
done

echo "| games | subject | s | MB/s | games/s | peak MB |"
echo "|---|---|--:|--:|--:|--:|"
for set in lines games comments; do
  bytes=$(stat -c %s "$work/$set.pgn")
  count=$(grep -c '^\[Event ' "$work/$set.pgn")
  for times in "$work/$set"-*.times; do
    subject=$(basename "$times" .times)
    sort -n "$times" | head -1 | awk -v set="$set" -v subject="${subject#*-}" -v bytes="$bytes" -v count="$count" \
      '{ printf "| %s | %s | %.2f | %.1f | %d | %.0f |\n", set, subject, $1, bytes / $1 / 1e6, count / $1, $2 / 1024 }'
  done
done
