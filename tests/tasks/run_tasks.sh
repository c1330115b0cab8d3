#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Does what authors of books do, in at most three commands each: run_tasks.sh PROGRAM [TASK...]
# A task is a script beside this one; it passes if it succeeds and its output has the lines that `# shows:`
# names, which are regular expressions. docs/make-books.md shows all commands, literally.
set -uo pipefail

PATH=$(dirname "$(realpath "${POLYGLOT_PROGRAM:-$1}")"):$PATH
shift
here=$(realpath "$(dirname "$0")")
document=$here/../../docs/make-books.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tasks=("$@")
[[ $# -gt 0 ]] || tasks=("$here"/[0-9]*.sh)

# What the scripts find: games, positions, two books and a damaged one.
prepare() {
  cd "$work" && mkdir desk desk/folder && cd desk || exit 1
  cp "$here/games.pgn" games.pgn && cp games.pgn folder/
  printf '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n' > damaged.pgn
  polyglot make-book -q games.pgn --min-game 1 --keep-zero -o book.bin || exit 1
  polyglot make-book -q games.pgn --min-game 1 --player Adams --side-of-player -o other.bin || exit 1
  { tail -c 160 book.bin; head -c 160 book.bin; } > damaged.bin
  for ((i = 0; i < 1000; i++)); do echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'; done > positions.fen
}

run_task() {
  local script=$1 name failed=0 commands pattern
  name=$(basename "$script" .sh)
  commands=$(grep -c '^[^#]' "$script")
  cp -r "$work/desk" "$work/$name" && cd "$work/$name" || return 1
  bash -eo pipefail "$script" > "$work/out" 2>&1 || { echo "$name: exit code $?"; failed=1; }
  ((commands <= 3)) || { echo "$name: $commands commands"; failed=1; }
  while read -r pattern; do
    grep -qE -- "$pattern" "$work/out" || { echo "$name: does not show $pattern"; failed=1; }
  done < <(sed -n 's/^# shows: //p' "$script")
  while read -r pattern; do
    grep -qF -- "$pattern" "$document" || { echo "$name: not in docs/make-books.md: $pattern"; failed=1; }
  done < <(grep '^[^#]' "$script")
  ((failed == 0)) || sed 's/^/    /' "$work/out"
  return "$failed"
}

# Whether each command that the document shows is one of a task, and the tasks stand in order.
compare_document() {
  local command script title failed=0
  # shellcheck disable=SC2016  # backquotes of Markdown
  while IFS= read -r command; do
    grep -qxF -- "$command" "$here"/[0-9]*.sh || { echo "docs/make-books.md: not in a task: $command"; failed=1; }
  done < <(sed -n '/^```bash$/,/^```$/{/^```/!p}' "$document")
  sed -n 's/^### \([0-9]*\)\. .*/\1/p' "$document" | sort -cnu || failed=1
  for script in "$here"/[0-9]*.sh; do
    title="$(basename "$script" | sed 's/-.*//; s/^0//'). $(sed -n '2s/^# //p' "$script")"
    grep -qxF -- "### $title" "$document" || { echo "docs/make-books.md: no heading \"$title\""; failed=1; }
  done
  return "$failed"
}

prepare
status=0
compare_document || status=1
for task in "${tasks[@]}"; do
  run_task "$task" || status=1
done
((status != 0)) || echo "${#tasks[@]} tasks"
exit "$status"
