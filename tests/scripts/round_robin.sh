#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every engine against every other through all pairs of protocols: round_robin.sh BUILD_FOLDER [SECONDS+INCREMENT]
# Two games each; ends with 1 if a game had an illegal move, a loss on time, a crash or a hang.
set -uo pipefail

build=$(cd "${1:?usage: round_robin.sh BUILD_FOLDER [SECONDS+INCREMENT]}" && pwd)
clock=${2:-0.5+0.01}
book=$(cd "$(dirname "$0")/../.." && pwd)/config/starter.bin
engines=(stockfish toga2 fairy-stockfish glaurung ethereal-chess fairymax phalanx sjeng hoichess "gnuchess -u")
PATH=$PATH:/usr/games

# Some engines leave files where they run.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit

proxy_for() { echo "$build/polyglot -noini -ec '$1' -pg Book=true -pg BookFile=$book"; }

failed=0
for ((i = 0; i < ${#engines[@]}; ++i)); do
  for ((j = i + 1; j < ${#engines[@]}; ++j)); do
    for protocols in "uci uci" "uci cecp" "cecp uci" "cecp cecp"; do
      read -r first second <<<"$protocols"
      printf '%s (%s) - %s (%s): ' "${engines[i]}" "$first" "${engines[j]}" "$second"
      HOME=$folder "$build/tests/support/match" -games 2 -tc "$clock" -margin 1000 -adjudicate 500:3 -max-plies 300 \
        -engine1 "$(proxy_for "${engines[i]}")" -protocol1 "$first" \
        -engine2 "$(proxy_for "${engines[j]}")" -protocol2 "$second" 2>&1 || failed=1
    done
  done
done
exit "$failed"
