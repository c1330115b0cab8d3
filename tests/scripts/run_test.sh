#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Uses ./run.sh as a newcomer does. Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh


# check NAME PATTERN OUTPUT: a line of OUTPUT must match PATTERN.
check() {
  grep -Eq -- "$2" <<<"$3"
  count "$1: no line matches $2 in:" "$3"
}

check 'run.sh --version' '^Polyglot [0-9]+\.[0-9]+\.[0-9]+$' "$(./run.sh --version 2>&1)"

if [[ ! -e config/starter.bin ]]; then
  echo 'skipped: a game with ./run.sh, there is no config/starter.bin yet'
elif ! PATH=$PATH:/usr/games command -v stockfish >/dev/null; then
  echo 'skipped: a game with ./run.sh, stockfish is not installed'
else
  said=$(printf 'uci\nposition startpos\ngo movetime 500\nquit\n' | ./run.sh 2>&1)
  check 'uci' '^uciok$' "$said"
  check 'a move of the starter book' '^info string book .*starter\.bin [a-h][1-8][a-h][1-8] ' "$said"
  check 'bestmove' '^bestmove [a-h][1-8][a-h][1-8]' "$said"
fi

finish_checks
