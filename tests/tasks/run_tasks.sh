#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does what authors of books do, as docs/make-books.md shows it: run_tasks.sh PROGRAM [TASK...]
# A task passes if its commands, at most three, succeed, and if their output has the lines that shows.txt names.
set -uo pipefail
polyglot=$(realpath "${POLYGLOT_PROGRAM:-$1}")
PATH=$(dirname "$polyglot"):$PATH
shift
# shellcheck source=tests/tasks/tasks.sh
. "$(dirname "$0")/tasks.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tasks=("$@")
[[ $# -gt 0 ]] || mapfile -t tasks < <(task_names)

run_task() {
  local name=$1 failed=0 commands pattern
  commands=$(task "$name")
  rm -rf "$work/task" && cp -r "$work/desk" "$work/task" && cd "$work/task" || return 1
  bash -eo pipefail -c "$commands" >"$work/out" 2>&1 || { echo "$name: exit code $?"; failed=1; }
  (($(wc -l <<<"$commands") <= 3)) || { echo "$name: more than three commands"; failed=1; }
  grep -qxF -- "### $name" "$here/shows.txt" || { echo "$name: not in shows.txt"; failed=1; }
  while read -r pattern; do
    grep -qE -- "$pattern" "$work/out" || { echo "$name: does not show $pattern"; failed=1; }
  done < <(awk -v wanted="### $name" '/^### / { on = $0 == wanted; next } on' "$here/shows.txt")
  ((failed == 0)) || sed 's/^/    /' "$work/out"
  return "$failed"
}

make_desk "$work/desk" "$polyglot" || exit
status=0
for name in "${tasks[@]}"; do
  run_task "$name" || status=1
done
((status != 0)) || echo "${#tasks[@]} tasks"
exit "$status"
