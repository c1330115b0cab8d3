#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds a book with polyglot-slurm and a real Slurm of its own: slurm_test.sh POLYGLOT RANDOM_GAMES
# Prints "N passed, N failed"; exit status 1 on a failure, 77 where there is no Slurm.
set -uo pipefail
polyglot=$(realpath "${1:?usage: slurm_test.sh POLYGLOT RANDOM_GAMES}") random_games=$(realpath "${2:?}")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/checks.sh
. "$here/../support/checks.sh"
# shellcheck source=tests/cluster/private_slurm.sh
. "$here/private_slurm.sh"
folder=$(mktemp -d)
chmod 755 "$folder"
skip() {
  echo "skipped: $1"
  rm -rf "$folder"
  exit 77
}
reason=$(why_no_slurm)
[[ -z $reason ]] || skip "$reason"
trap 'stop_slurm; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
start_slurm "$folder/slurm" || skip "Slurm does not start here"

mkdir "$folder/games"
for ((number = 1; number <= 8; number++)); do
  "$random_games" plain $((50 * number)) "$number" >"$folder/games/part $number.pgn"
done
gzip "$folder/games/part 3.pgn"
export POLYGLOT_SLURM_PAUSE=0.2
run() { "$here/../../cluster/polyglot-slurm" "$folder/games" --polyglot "$polyglot" --out "$folder/book.bin" --memory 300 "$@"; }
run_as_usual() { run --count '--max-ply 30 --min-elo 1500' --book '--min-game 2 --weights points --header "of games"'; }
is_expected() {
  "$polyglot" make-book "$folder/games" --max-ply 30 --min-elo 1500 --min-game 2 --weights points --header "of games" --quiet \
    --out "$folder/expected.bin" && cmp "$folder/expected.bin" "$folder/book.bin"
}
parts() { stat -c '%n %i' "$folder"/book.bin.steps/*.counts; }
fails() { if "$@" 2>"$folder/errors"; then echo "exit code 0" && return 1; fi; }

check 'a run of nine jobs' run_as_usual
check 'the book is that of make-book' is_expected
before=$(parts)
check 'a second run' run_as_usual
check 'counts no file again' test "$before" = "$(parts)"
"$random_games" plain 100 9 >"$folder/games/part 9.pgn"
"$random_games" plain 70 10 >"$folder/games/part 1.pgn"
check 'a run with a new file and one that has changed' run_as_usual
check 'counts these two' test "$(diff <(echo "$before") <(parts) | grep -c '^>')" -eq 2
check 'and the book has them' is_expected
cp "$folder/book.bin" "$folder/before.bin"
check 'a run whose options are wrong fails' fails run --count '--max-ply none'
check 'and says why' grep -q '"none" is not a whole number' "$folder/errors"
check 'and leaves the book' cmp "$folder/before.bin" "$folder/book.bin"
check 'no file is left to wait for' test -z "$(squeue -h)"
finish_checks
