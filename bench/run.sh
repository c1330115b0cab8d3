#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds and runs every benchmark and prints its tables in Markdown: bench/run.sh [options of bench_proxy]
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --parallel >&2

echo "## The proxy"
build/bench/bench/bench_proxy "$@"
echo
echo "## Book answers"
build/bench/bench/bench_book_answers
echo
echo "## An XBoard GUI"
build/bench/bench/bench_cecp
echo
echo "## Move generation"
build/bench/bench/bench_perft 6 7
if [[ -x build/bench/bench/bench_pgn ]]; then
  echo
  echo "## Reading PGN"
  build/bench/bench/bench_pgn
fi
echo
echo "## Making books"
bench/make_book.sh
echo
echo "## Whole books"
bench/whole_books.sh
echo
echo
echo "## Stores of verdicts"
build/bench/bench/bench_store
