#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What 64 proxies use that have a book and an engine and nothing to do: bench/idle.sh [PROXIES]
# POLYGLOT=PROGRAM ENGINE=PROGRAM measure others than those in build/bench.
set -euo pipefail
proxies=${1:-64}
seconds=5
cd "$(dirname "$0")/.."
command -v strace >/dev/null || { echo "please install the package strace" >&2; exit 1; }
if [[ -z ${POLYGLOT:-} ]]; then
  cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
  cmake --build build/bench --parallel --target polyglot_program bench_engine >&2
fi
polyglot=${POLYGLOT:-$PWD/build/bench/polyglot}
engine=${ENGINE:-$PWD/build/bench/bench/bench_engine}
book=$PWD/config/starter.bin

work=$(mktemp -d)
pids=()
inputs=()
trap 'for input in "${inputs[@]}"; do exec {input}>&-; done; rm -rf "$work"' EXIT

for ((i = 0; i < proxies; ++i)); do
  exec {input}> >(exec "$polyglot" -noini -ec "$engine" -pg Book=true -pg BookFile="$book" -pg BookLearn=true \
    >"$work/output.$i")
  pids+=("$!")
  inputs+=("$input")
  # A move of the book, and one of the engine.
  printf '%s\n' uci ucinewgame "position startpos" "go movetime 10" "position startpos moves a2a3 a7a6 h2h3" \
    "go movetime 10" isready >&"$input"
done
for ((i = 0; i < proxies; ++i)); do
  until [[ $(grep -c '^bestmove\|^readyok' "$work/output.$i") == 3 ]]; do sleep 0.1; done
done
mapfile -t guardians < <(for pid in "${pids[@]}"; do xargs -n1 <"/proc/$pid/task/$pid/children"; done)
watched=("${pids[@]}" "${guardians[@]}")
sleep 15 # until timers of the start have run out

field_of() { # FIELD FILE PID...: the fields of all, a line each
  for pid in "${@:3}"; do awk -v field="$1" '$1 == field { print $2 }' "/proc/$pid/$2"; done
}
switches() { field_of voluntary_ctxt_switches: status "${watched[@]}" | awk '{ sum += $1 } END { print sum }'; }
megabytes() { field_of "$1" smaps_rollup "${@:2}" | awk '{ sum += $1 } END { printf "%.2f", sum / NR / 1024 }'; }

before=$(switches)
sleep "$seconds"
after=$(switches)
strace -qq -f -c -o "$work/calls" "${watched[@]/#/-p}" &
tracer=$!
sleep "$seconds"
kill -INT "$tracer"
wait "$tracer" || true
calls=$(awk '$1 ~ /^[0-9.]+$/ && $NF != "total" { sum += $4 } END { print sum + 0 }' "$work/calls")

echo "| $proxies idle proxies with a book and an engine | each proxy | each guardian |"
echo "|---|--:|--:|"
echo "| PSS, MB | $(megabytes Pss: "${pids[@]}") | $(megabytes Pss: "${guardians[@]}") |"
echo "| RSS, MB | $(megabytes Rss: "${pids[@]}") | $(megabytes Rss: "${guardians[@]}") |"
echo "| memory of its own (anonymous), MB | $(megabytes Anonymous: "${pids[@]}") | $(megabytes Anonymous: "${guardians[@]}") |"
echo
echo "voluntary context switches of all in $seconds s: $((after - before))"
echo "system calls of all in $seconds s: $calls"
