#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Starts many proxies at once and measures when the last one is ready: bench/storm.sh [options of bench_storm]
# Without an option 150 proxies, 5 rounds.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset release -B build/bench -DPOLYGLOT_BENCH=ON >/dev/null
cmake --build build/bench --parallel --target bench_storm >&2
exec build/bench/bench/bench_storm "$@"
