#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds a book with polyglot-parallel, on this host and by ssh: parallel_test.sh POLYGLOT RANDOM_GAMES
# Prints "N passed, N failed"; exit status 1 on a failure, 77 where there is no GNU parallel.
set -uo pipefail
POLYGLOT=$(realpath "${POLYGLOT_PROGRAM:-${1:?usage: parallel_test.sh POLYGLOT RANDOM_GAMES}}") RANDOM_GAMES=$(realpath "${2:?}")
here=$(cd "$(dirname "$0")" && pwd)
PATH=$PATH:/usr/sbin
# shellcheck source=tests/cluster/cluster_files.sh
. "$here/cluster_files.sh"

[[ $(parallel --version 2>/dev/null) == 'GNU parallel'* ]] || skip "there is no GNU parallel (Debian: parallel)"
for needed in ssh sshd ssh-keygen; do command -v "$needed" >/dev/null || skip "there is no $needed (Debian: openssh-server)"; done
stop_sshd() { [[ ! -s $folder/sshd.pid ]] || kill "$(<"$folder/sshd.pid")"; }
trap 'stop_sshd; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
make_games
make_program
make_expected "$folder/games" >/dev/null || exit 1
script=("$sources/cluster/polyglot-parallel" "${script_options[@]}")
run() { "${script[@]}" "$@"; }

refuses_options() { # PATTERN OPTION...
  says 2 "$1" run "${@:2}" && [[ ! -e $work/tasks ]]
}
check 'a wrong option for counting' refuses_options 'an option in --count or --book' --count '--sample 0.5'
check 'a wrong option for the book' refuses_options 'an option in --count or --book' --book '--weights none'
check 'a quotation mark that is not closed' refuses_options 'quotation mark .* --player .Anna' --count "--player 'Anna"
check 'a book that is a folder' says 1 'names of files' run --out "$folder/games"

run_with_loss() {
  hold part18
  "${script[@]}" --jobs 2 &
  local driver=$!
  if ! kill_held part18; then
    kill "$driver"
    return 1
  fi
  wait "$driver"
}
check 'a run in which a task is killed' run_with_loss
check 'the book is that of make-book' is_expected
check 'a packed file is cut' test "$(grep -c 'part20.pgn.gz$' "$work/tasks")" -eq 3
check 'a killed task leaves nothing' no_leftovers
counts_files >"$folder/first"
check 'a run with --resume when all is there' run --resume
check 'which starts nothing' log_has 'is complete already$'

damage_and_resume() {
  local parts=("$work"/parts/*.counts)
  printf x | dd of="${parts[3]}" bs=1 seek=40 conv=notrunc status=none
  rm "${parts[7]}" "$book"
  run --resume --counts "$folder/all.counts"
}
check 'a run with --resume when a part is damaged and one is gone' damage_and_resume
check 'it counts these two' log_has 'attempt 1: 2 of 22 parts'
check 'and the book is the same' is_expected
check 'and the counts are' diff "$folder/first" <(counts_files)
check 'all counts are kept' "$POLYGLOT" book-of-counts "$folder/all.counts" "${book_filters[@]}" --out "$book"
check 'and give the same book' is_expected

touch "$folder/fail.part05"
rm "$book"
check 'a task that fails each time' fails_with 1 run --attempts 2
check 'is named' log_has 'map-[0-9]+ has no result: part05 cannot be read today'
check 'and leaves no book' test ! -e "$book"
rm "$folder/fail.part05"

interrupt() {
  hold part20
  "${script[@]}" &
  local driver=$!
  wait_for_held part20 || return
  kill -TERM "$driver"
  sleep 1
  kill -KILL "$held" 2>/dev/null
  fails_with 1 wait "$driver"
  log_has 'interrupted; continue with --resume' && [[ -z $(pgrep -f "polyglot-steps [a-z]+ $work") ]]
}
check 'an interrupted run ends its tasks' interrupt
check 'and goes on with --resume' run --resume
check 'to the same book' is_expected

# The script alone is killed: its tasks go on beside those of the next run.
kill_script() {
  local driver status rounds=0
  rm -f "$book"
  hold part20
  "${script[@]}" &
  driver=$!
  wait_for_held part20 || return
  kill -KILL "$driver"
  fails_with 137 wait "$driver" || return
  run
  status=$?
  kill -CONT "$held"
  while [[ -n $(pgrep -f "polyglot-steps [a-z]+ $work") ]]; do
    rounds=$((rounds + 1))
    [[ $rounds -lt 3000 ]] || { echo "its tasks do not end"; return 1; }
    sleep 0.1
  done
  return "$status"
}
check 'a run after one that was killed' kill_script
check 'writes the same book, too' is_expected
check 'and its tasks leave the same counts' diff "$folder/first" <(counts_files)
check 'and nothing else' no_leftovers

# Two hosts that are both this one, by ssh.
start_sshd() {
  local port=$((20000 + RANDOM % 20000)) rounds=0
  ssh-keygen -q -t ed25519 -N '' -f "$folder/host_key" && ssh-keygen -q -t ed25519 -N '' -f "$folder/key" || return
  cat >"$folder/sshd_config" <<END
ListenAddress 127.0.0.1:$port
HostKey $folder/host_key
AuthorizedKeysFile $folder/key.pub
PidFile $folder/sshd.pid
StrictModes no
PermitRootLogin prohibit-password
UsePAM no
SetEnv HOME=$folder
END
  mkdir -p /run/sshd
  "$(command -v sshd)" -f "$folder/sshd_config" || return
  for host in 127.0.0.1 localhost; do
    echo "2/ssh -p $port -i $folder/key -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=$folder/known" \
      "-o LogLevel=ERROR $(id -un)@$host"
  done >"$folder/hosts"
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    rounds=$((rounds + 1))
    [[ $rounds -lt 100 ]] || return
    sleep 0.1
  done
}
check 'a server for ssh' start_sshd
run_by_ssh_with_loss() {
  hold part19
  "${script[@]}" --sshloginfile "$folder/hosts" &
  local driver=$!
  if ! wait_for_held part19; then
    kill "$driver"
    return 1
  fi
  tr '\0' '\n' <"/proc/$held/environ" | grep '^SSH_CONNECTION='
  by_ssh=$?
  kill -KILL "$held"
  wait "$driver" && [[ $by_ssh -eq 0 ]]
}
check 'a run by ssh in which a task is killed' run_by_ssh_with_loss
check 'writes the same book' is_expected
check 'and the same counts' diff "$folder/first" <(counts_files)

add_games
check 'more games' run --resume
check 'are counted alone, in shards' log_has 'attempt 1: 4 of 26 parts'
check 'and the book has them' is_expected

# ---- What is refused ----

check 'help' says 0 '^Usage: polyglot-parallel' "${script[0]}" --help
check 'no files' says 2 'name the files with games; see polyglot-parallel --help' "${script[0]}"
check 'an unknown option' says 2 'unknown option --colour' "${script[0]}" "$folder/games" --colour red
check 'a wrong number' says 2 '--ranges needs a power of two up to 512, not "3"' "${script[0]}" "$folder/games" --ranges 3
check 'a file that does not exist' says 1 'there is no file nowhere.pgn' "${script[@]}" nowhere.pgn
check 'a plan alone' says 0 '^map 1: ' "${script[@]}" --dry-run
hold_lock() { flock "$work/lock" "${script[@]}"; }
check 'a folder that another run uses' says 1 'another run uses' hold_lock

finish_tests
