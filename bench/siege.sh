#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays the full siege: 500 very fast games between proxies with engines that misbehave, then 100,000 moves of one
# proxy in each protocol. bench/siege.sh [options of siege, such as -seed 7 -at-once 4]
# What one pairing has shown comes again, as far as processes keep time, with the arguments that a problem begins with.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset dev >/dev/null
cmake --build --preset dev --parallel --target polyglot_program siege >&2
siege=build/dev/tests/siege/siege
(($# > 0)) || set -- -seed "$RANDOM"
echo "## Siege ($*)"
"$siege" -games 500 "$@" && good=0 || good=1
[[ " $* " != *" -pairing "* ]] || exit "$good"
echo "## Endurance"
"$siege" -endurance 100000 || good=1
exit "$good"
