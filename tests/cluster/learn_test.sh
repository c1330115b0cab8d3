#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Learns in an array of jobs and merges what they learned as docs/cluster.md says, with a Slurm of its own: learn_test.sh POLYGLOT
# Prints "N passed, N failed"; exit status 1 on a failure, 77 where there is no Slurm.
set -uo pipefail
program=$(realpath "${POLYGLOT_PROGRAM:-${1:?usage: learn_test.sh POLYGLOT}}")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cluster/private_slurm.sh
. "$here/private_slurm.sh"
# shellcheck source=tests/support/checks.sh
. "$here/../support/checks.sh"
skip() {
  echo "skipped: $1"
  exit 77
}
reason=$(why_no_slurm)
[[ -z $reason ]] || skip "$reason"
folder=$(mktemp -d)
chmod 755 "$folder"
trap 'stop_slurm; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
start_slurm "$folder/slurm" || skip "Slurm does not start here"
cd "$folder" || exit

mkdir bin learned
ln -s "$program" bin/polyglot
export PATH=$folder/bin:$PATH
cp "$here/../../config/starter.bin" book.bin
cat >engine <<'END'
#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove a2a3" ;;
    quit) exit ;;
  esac
done
END
chmod +x engine

# Task N plays N games, from the second move on with other openings, and wins every other one.
cat >games.sbatch <<'END'
#!/usr/bin/env bash
#SBATCH --array=1-8 --requeue --mem=100M --time=5
set -euo pipefail
openings=("e2e4 e7e5" "e2e4 c7c5" "d2d4 d7d5" "d2d4 g8f6")
play() { # RESULT MOVES
  printf 'uci\nucinewgame\nposition startpos moves %s\ngo movetime 10\nposition startpos moves %s g1f3 b8c6\ngo movetime 10\n' \
    "$2" "$2"
  printf 'setoption name Polyglot Result value %s\nquit\n' "$1"
}
results=(1-0 0-1)
for ((game = 0; game < SLURM_ARRAY_TASK_ID; game++)); do
  play "${results[game % 2]}" "${openings[game % 4]}" |
    polyglot -noini -ec ./engine -pg Book=true -pg BookFile=book.bin -pg BookMode=best -pg BookLearn=true -pg BookRandom=false \
      -pg "BookLearnFile=learned/%b-%h-$SLURM_ARRAY_TASK_ID.bin"
done
END
games=$(sbatch --parsable games.sbatch)
check 'games, and a job that merges all' sbatch --dependency="afterany:$games" --kill-on-invalid-dep=yes --mem=100M \
  --wrap "polyglot learn-games learned/*.bin --learn-file all.bin"
wait_for_all_jobs
games_of() { polyglot info-book "$1" --format json | grep -oE '"(games|points)":[0-9]+' | head -n 2 | paste -sd' '; }
check 'each task has learned in a file of its own' test "$(printf '%s\n' learned/book-"$(uname -n)"-?.bin | wc -l)" -eq 8
check 'all games are there' grep -q '^"games":[1-9]' <(games_of all.bin)
learned_games=0
for file in learned/*.bin; do
  learned_games=$((learned_games + $(games_of "$file" | grep -oE '^"games":[0-9]+' | tr -dc 0-9)))
done
check 'none counts twice' grep -q "^\"games\":$learned_games " <(games_of all.bin)
[[ $failed -eq 0 ]] || tail -n 20 slurm-*.out
stop_slurm
check 'no process of this Slurm remains' test -z "$(slurm_processes)"
finish_checks
