#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# pgn-extract takes the game with variations that dump-book writes apart: the book made of the parts has the same moves.
# check_tree.sh PROGRAM
set -euo pipefail
PATH=$PATH:/usr/games  # pgn-extract on Debian
polyglot=$(realpath "${POLYGLOT_PROGRAM:-$1}")
command -v pgn-extract >/dev/null || { echo "skipped: pgn-extract is missing"; exit 77; }
games=$(realpath "$(dirname "$0")/games.pgn")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

moves_of() { "$polyglot" dump-book "$1" --format csv | cut -d, -f1,2 | sort; }

"$polyglot" make-book -q "$games" --min-game 1 --weights frequency -o book.bin
"$polyglot" dump-book book.bin --format pgn --tree -o tree.pgn
pgn-extract -s --splitvariants tree.pgn -o lines.pgn
"$polyglot" make-book -q lines.pgn --min-game 1 --weights frequency -o again.bin
diff <(moves_of book.bin) <(moves_of again.bin)
echo "$(grep -c '^\[Event ' lines.pgn) lines, the same moves"
