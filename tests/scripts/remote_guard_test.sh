#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays with an engine behind ssh and `polyglot guard`: remote_guard_test.sh POLYGLOT
# The other host is a network namespace with Debian's sshd. Whatever ends the connection, a killed process of either side
# or a link that is cut without a warning, nothing is left on either side.
# Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
program=$(realpath "${1:?usage: remote_guard_test.sh POLYGLOT}")
PATH=$PATH:/usr/sbin

skip() {
  echo "skipped: $1"
  exit 77
}
[[ $EUID -eq 0 ]] || skip "only root can make a network namespace"
for needed in ip ssh sshd ssh-keygen; do command -v "$needed" >/dev/null || skip "there is no $needed"; done
# Both hosts in namespaces: a new link beside the machine's own makes a browser give up what it loads (ERR_NETWORK_CHANGED).
if [[ -z ${POLYGLOT_TEST_NETWORK:-} ]]; then
  unshare --net true 2>/dev/null || skip "network namespaces are not allowed here"
  POLYGLOT_TEST_NETWORK=own exec unshare --net "$0" "$@"
fi
ip link set lo up
host="polyglot-$$" near="pg$$" far="pf$$"
ip netns add "$host" 2>/dev/null || skip "network namespaces are not allowed here"

work=$(mktemp -d)
chmod 755 "$work"  # sshd wants to read its files as any user
# All that belongs to a game has it in its environment, on either side.
export POLYGLOT_TEST_MARK="$work"
marked() { grep -lzFx "POLYGLOT_TEST_MARK=$work" /proc/[0-9]*/environ 2>/dev/null | tr -dc '0-9\n'; }
# The marked ones, except this script and the commands that it runs to look.
players() {
  local process session
  for process in $(marked); do
    session=$(ps -o sid= -p "$process" | tr -d ' ')
    [[ -n $session && $session != "$own_session" ]] && echo "$process"
  done
}
own_session=$(ps -o sid= -p $$ | tr -d ' ')
# Again until there are none, because a process that is just being started shows no environment.
kill_players() {
  local process found
  while found=$(players) && [[ -n $found ]]; do
    for process in $found; do kill -KILL "$process" 2>/dev/null; done
    sleep 0.2
  done
}
end() {
  kill_players
  [[ -s $work/sshd.pid ]] && kill "$(cat "$work/sshd.pid")"
  ip link del "$near"  # the namespace, and this with it, lives as long as a process in it
  ip netns del "$host"
  rm -rf "$work"
}
trap end EXIT

# ---- The other host ----

ip link add "$near" type veth peer name "$far" netns "$host" || exit
ip addr add 10.213.77.1/30 dev "$near" && ip link set "$near" up
ip -n "$host" addr add 10.213.77.2/30 dev "$far" && ip -n "$host" link set "$far" up
ip -n "$host" link set lo up

ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
ssh-keygen -q -t ed25519 -N '' -f "$work/key"
# Another home: what root's shell does at its start takes time, and must not be killed in the middle of it.
cat >"$work/sshd_config" <<EOF
ListenAddress 10.213.77.2:2222
HostKey $work/host_key
AuthorizedKeysFile $work/key.pub
PidFile $work/sshd.pid
StrictModes no
PermitRootLogin prohibit-password
ClientAliveInterval 1
ClientAliveCountMax 2
SetEnv POLYGLOT_TEST_MARK=$work HOME=$work
EOF
mkdir -p /run/sshd
env -u POLYGLOT_TEST_MARK ip netns exec "$host" "$(command -v sshd)" -f "$work/sshd_config" || exit

# An engine that does not end by itself, with a child and a daemon that do not either.
cat >"$work/engine" <<'EOF'
#!/bin/sh
trap '' TERM HUP INT
sleep 1000 &
setsid sleep 1000 &
while read -r line; do
  case $line in
    uci) echo id name stubborn; echo uciok ;;
    isready) echo readyok ;;
  esac
done
sleep 1000
EOF
chmod +x "$work/engine"
cat >"$work/polyglot.ini" <<EOF
[PolyGlot]
EngineCommand = ssh -T -p 2222 -i $work/key -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=$work/hosts -o LogLevel=ERROR -o ServerAliveInterval=1 -o ServerAliveCountMax=2 root@10.213.77.2 $program guard --grace 0.2 $work/engine
EngineProtocol = uci
Book = false
EOF

# ---- The cases ----

# The command line of a process. A guardian has that of the proxy, and is known by its name instead.
title_of() {
  if [[ $(<"/proc/$1/comm") == engine-guardian ]]; then
    echo engine-guardian
  else
    tr '\0' ' ' <"/proc/$1/cmdline"
  fi
} 2>/dev/null
# The process of a game whose title matches; `there` and `here` say on which side.
find_process() { # SIDE PATTERN
  local process side
  for process in $(players); do
    side=here
    [[ -n $(ip netns identify "$process" 2>/dev/null) ]] && side=there
    if [[ $side == "$1" ]] && title_of "$process" | grep -Eq "$2"; then
      echo "$process"
      return
    fi
  done
}
cut_link() { ip link set "$near" down; }
kill_process() { # SIDE PATTERN
  local process
  process=$(find_process "$1" "$2")
  [[ -n $process ]] && kill -KILL "$process"
}

# shellcheck source=tests/support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
check() { # NAME COMMAND...: starts a game, runs the command, and waits until nothing of the game is left
  local name=$1 rounds=0
  shift
  mkfifo "$work/to" "$work/from"
  # No job of this shell, which would tell that it was killed.
  (setsid "$program" "$work/polyglot.ini" <"$work/to" >"$work/from" 2>"$work/errors" &)
  exec 3>"$work/to" 4<"$work/from"
  echo uci >&3
  local line="" started=""
  while read -r -t 60 line <&4; do [[ $line != uciok* ]] || { started=yes; break; }; done
  if [[ -z $started ]]; then
    fail "$name: no uciok" "$(cat "$work/errors")"
  elif ! "$@"; then
    fail "$name: \"$*\" found nothing to do"
  else
    while [[ -n $(players) && $rounds -lt 300 ]]; do
      sleep 0.2
      rounds=$((rounds + 1))
    done
    if [[ -z $(players) ]]; then
      passed=$((passed + 1))
    else
      fail "$name: left are" "$(ps -o pid,ppid,args -p "$(players | paste -sd,)")"
    fi
  fi
  exec 3>&- 4<&-
  kill_players
  ip link set "$near" up
  rm -f "$work/to" "$work/from"
}

say_quit() { echo quit >&3; }
say_nothing_more() { exec 3>&-; }

check "quit" say_quit
check "the GUI is gone" say_nothing_more
check "the proxy is killed" kill_process here "^$program $work"
check "its guardian is killed" kill_process here '^engine-guardian'
check "ssh is killed" kill_process here '^ssh '
check "the guard is killed" kill_process there "^$program guard"
check "its guardian there is killed" kill_process there '^engine-guardian'
check "the engine is killed" kill_process there "^/bin/sh $work/engine"
check "the link is cut" cut_link

finish_checks
