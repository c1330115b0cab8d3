#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays a long siege: very fast games between proxies with engines that misbehave. bench/siege.sh [SEED] [GAMES]
# A problem begins with its seed. The same seed shows it again, as far as processes keep time.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset dev >/dev/null
cmake --build --preset dev --parallel --target polyglot_program siege_test >&2
export POLYGLOT_SIEGE_SEED=${1:-$RANDOM} POLYGLOT_SIEGE_GAMES=${2:-500}
echo "## Siege (seed $POLYGLOT_SIEGE_SEED, $POLYGLOT_SIEGE_GAMES games)"
exec build/dev/tests/siege/siege_test --gtest_filter='Siege.*'
