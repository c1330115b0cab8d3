#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Plays the full siege: 500 very fast games between proxies with engines that misbehave, then 100,000 moves of one
# proxy in each protocol. bench/siege.sh [options of siege, such as -seed 7 -at-once 4]
# Who may mount file systems has books, logs and statistics on a small one that is full now and then.
# What one pairing has shown comes again, as far as processes keep time, with the arguments that a problem begins with.
set -euo pipefail
cd "$(dirname "$0")/.."
cmake --preset dev >/dev/null
cmake --build --preset dev --parallel --target polyglot_program siege >&2
siege=build/dev/tests/siege/siege
(($# > 0)) || set -- -seed "$RANDOM"
disk=$(mktemp -d)
trap 'rmdir "$disk"' EXIT
mount=(mount -t tmpfs -o size=32m polyglot-siege "$disk")
besiege=("$siege" -games 500 "$@")
echo "## Siege ($*)"
# What is mounted in a namespace of its own goes with it.
if unshare --mount "${mount[@]}" 2>/dev/null; then
  # shellcheck disable=SC2016
  besiege=(unshare --mount sh -c '"$@" && exec '"${besiege[*]@Q} -disk ${disk@Q}" sh "${mount[@]}")
else
  echo "without a disk that is full: no file system can be mounted" >&2
fi
"${besiege[@]}" && good=0 || good=1
[[ " $* " != *" -pairing "* ]] || exit "$good"
echo "## Endurance"
"$siege" -endurance 100000 || good=1
exit "$good"
