#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures how many positions `polyglot serve` answers in a second, and prints a Markdown table: bench/serve.sh [GAMES]
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-100000}
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --target polyglot_program bench_random_games bench_serve >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/bench/bench/bench_random_games plain "$games" 1 >"$work/games.pgn"
build/bench/polyglot count-games -q "$work/games.pgn" --by rating,speed,year --keep-games -o "$work/games.counts"
build/bench/bench/bench_serve build/bench/polyglot "$work/games.counts"
