#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Counts many random games part by part, adds the parts up and makes a book, all on one core, and prints a Markdown table of
# processor time, memory and disk: bench/counts_run.sh [GAMES [GAMES_OF_A_PART]]
set -euo pipefail
cd "$(dirname "$0")/.."
source bench/whole_process.sh
games=${1:-10000000}
size=${2:-250000}
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_random_games >&2
ours=${POLYGLOT:-$PWD/build/bench/polyglot}

# step NAME COMMAND...: processor time in s, and peak memory in KiB
step() {
  /usr/bin/time -f '%U %S %M' -a -o "$work/$1.time" "${@:2}" >/dev/null
}
seconds() { awk '{ s += $1 + $2 } END { printf "%.1f", s }' "$work/$1.time"; }
memory() { awk '$3 > m { m = $3 } END { printf "%.0f", m / 1024 }' "$work/$1.time"; }
bytes() { cat "$@" | wc -c; }

text=0
parts=()
for ((begin = 0, part = 1; begin < games; begin += size, ++part)); do
  count=$((games - begin < size ? games - begin : size))
  build/bench/bench/bench_random_games plain "$count" "$part" >"$work/$part.pgn"
  text=$((text + $(stat -c %s "$work/$part.pgn")))
  step count "$ours" count-games -q -threads 1 -memory 1G "$work/$part.pgn" -o "$work/$part.counts"
  rm "$work/$part.pgn"
  parts+=("$work/$part.counts")
done
step add "$ours" add-counts -q "${parts[@]}" -o "$work/sum.counts"
step book "$ours" book-of-counts -q --weights points --min-game 3 "$work/sum.counts" -o "$work/sum.bin"

row() { printf '| %s | %s | %s | %s |\n' "$@"; }
megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.0f", bytes / 1e6 }'; }
row "$games games in ${#parts[@]} files" "processor time, s" "peak MB" "disk MB"
row --- --: --: --:
row "games of random moves" "" "" "$(megabytes "$text")"
row "count-games, file by file" "$(seconds count)" "$(memory count)" "$(megabytes "$(bytes "${parts[@]}")")"
row "add-counts, all parts" "$(seconds add)" "$(memory add)" "$(megabytes "$(bytes "$work/sum.counts")")"
row "book-of-counts, moves of 3 games or more" "$(seconds book)" "$(memory book)" "$(megabytes "$(bytes "$work/sum.bin")")"
