#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds a book with polyglot-slurm and a real Slurm of its own: slurm_test.sh POLYGLOT RANDOM_GAMES
# Prints "N passed, N failed"; exit status 1 on a failure, 77 where there is no Slurm.
set -uo pipefail
POLYGLOT=$(realpath "${POLYGLOT_PROGRAM:-${1:?usage: slurm_test.sh POLYGLOT RANDOM_GAMES}}") RANDOM_GAMES=$(realpath "${2:?}")
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cluster/cluster_files.sh
. "$here/cluster_files.sh"
# shellcheck source=tests/cluster/private_slurm.sh
. "$here/private_slurm.sh"

reason=$(why_no_slurm)
[[ -z $reason ]] || skip "$reason"
trap 'stop_slurm; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
start_slurm "$folder/slurm" || skip "Slurm does not start here"
make_games
make_program
make_expected "$folder/games" >/dev/null || exit 1

script=("$sources/cluster/polyglot-slurm" "${script_options[@]}")
run() { "${script[@]}" "$@"; }

# One task is killed in mid-run. The node of another is drained and fails.
lose_a_node() {
  local node
  wait_for_held part19 || return
  node=$(tr '\0' '\n' <"/proc/$held/environ" | sed -n 's/^SLURMD_NODENAME=//p')
  scontrol update nodename="$node" state=drain reason=test && scontrol update nodename="$node" state=down reason=test
  lost_node=$node
}
run_with_losses() {
  local status driver
  hold part18
  hold part19
  "${script[@]}" &
  driver=$!
  if ! { kill_held part18 && lose_a_node; }; then
    kill "$driver"
    return 1
  fi
  wait "$driver"
  status=$?
  scontrol update nodename="$lost_node" state=resume
  return "$status"
}
lost_node=''
check 'a run in which a task is killed and a node is lost' run_with_losses
check 'the book is that of make-book' is_expected
check 'a packed file is cut' test "$(grep -c 'part20.pgn.gz$' "$work/tasks")" -eq 3
check 'the log says where each task ran' log_has 'map-20 done on '
check 'the last line of the log is the verdict' grep -q 'done: .*book.bin, from 22 parts$' <(tail -n 1 "$work/log")
check 'a killed task leaves nothing' no_leftovers

counts_files >"$folder/first"
check 'a run with --resume when all is there' run --resume
check 'which starts nothing' log_has 'is complete already$'
rm -f "$book"
check 'a second run' run
check 'it writes the same book' is_expected
check 'and the same counts' diff "$folder/first" <(counts_files)

damage_and_resume() {
  local parts=("$work"/parts/*.counts)
  printf x | dd of="${parts[3]}" bs=1 seek=40 conv=notrunc status=none
  rm "${parts[7]}" "$book"
  run --resume
}
check 'a run with --resume when a part is damaged and one is gone' damage_and_resume
check 'it counts these two' log_has 'attempt 1: 2 of 22 parts'
check 'and the book is the same' is_expected
check 'and the counts are' diff "$folder/first" <(counts_files)

# The script is ended in mid-run, and its jobs with it.
interrupt() {
  hold part20
  "${script[@]}" &
  local driver=$!
  wait_for_held part20 || return
  kill -TERM "$driver"
  fails_with 1 wait "$driver"
  kill -KILL "$held" 2>/dev/null
  log_has 'interrupted; the jobs' && wait_for_all_jobs
}
rm -f "$book"
check 'an interrupted run' interrupt
check 'goes on with --resume' run --resume
check 'to the same book' is_expected

# Submits a job, and kills the script before it can note the number of this job.
mkdir "$folder/killing"
cat >"$folder/killing/sbatch" <<END
#!/usr/bin/env bash
$(command -v sbatch) "\$@" >/dev/null
until [[ -s $folder/driver ]]; do sleep 0.1; done
kill -KILL "\$(<$folder/driver)"
END
chmod +x "$folder/killing/sbatch"

# The script alone is killed: its jobs go on. With "early" it is killed when Slurm has taken the first of them.
kill_script() {
  local driver rounds=0 programs=
  [[ $1 != early ]] || programs=$folder/killing:
  rm -f "$book" "$work/queue" "$folder/driver"
  hold part20
  PATH=$programs$PATH "${script[@]}" &
  driver=$!
  echo "$driver" >"$folder/driver"
  wait_for_held part20 || return
  if [[ $1 != early ]]; then
    # All jobs are submitted then.
    until [[ -s $work/queue ]]; do kill -0 "$driver" && sleep 0.1 || return; done
    kill -KILL "$driver"
  fi
  fails_with 137 wait "$driver" || return
  flock -n "$work/lock" true || { echo "its lock outlives it"; return 1; }
  says 1 'the jobs [0-9 ]+ of an earlier run use .*; wait for them with --resume' run || return
  run --resume &
  driver=$!
  until log_has 'waiting for the jobs' >/dev/null; do
    rounds=$((rounds + 1))
    [[ $rounds -lt 300 ]] || { kill "$driver"; echo "it does not wait"; return 1; }
    sleep 0.1
  done
  kill -CONT "$held"
  wait "$driver"
}
check 'a run with --resume waits for the job of one that was killed early' kill_script early
check 'it writes the same book' is_expected
check 'a run with --resume waits for the jobs of one that was killed' kill_script late
check 'they write the same book' is_expected
check 'and the same counts' diff "$folder/first" <(counts_files)
check 'and nothing else' no_leftovers

add_games
check 'more games' run --resume
check 'are counted alone, in shards' log_has 'attempt 1: 4 of 26 parts'
check 'and the book has them' is_expected

touch "$folder/fail.part05" "$book.before"
refuse_failed_task() {
  cp "$book" "$book.before"
  fails_with 1 run --attempts 2 && log_has 'map-[0-9]+ has no result: part05 cannot be read today' && cmp "$book" "$book.before"
}
check 'a task that fails each time is named, and the book stays' refuse_failed_task
check 'the last line says how to go on' grep -q 'failed: .*continue with --resume' <(tail -n 1 "$work/log")
rm -f "$folder/fail.part05"
check 'and --resume does' run --resume

finish_tests
