#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tools write the same files on Windows and on Linux, and end with the same code: same_books_test.sh POLYGLOT COMMAND...
# COMMAND runs the program for Windows, for example `wine polyglot.exe`. Runs what authors of books do (docs/make-books.md)
# with both programs, in a folder each.
set -euo pipefail
# shellcheck source=tests/tasks/tasks.sh
. "$(dirname "$0")/../tasks/tasks.sh"
linux=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/linux_bin" "$work/windows_bin"
ln -s "$linux" "$work/linux_bin/polyglot"
# Wine does not read a file that a shell of Linux has opened as standard input; cmd's own "<" works.
printf '#!/bin/sh\ncat | %s "$@"\n' "$(printf '%q ' "$@")" >"$work/windows_bin/polyglot"
chmod +x "$work/windows_bin/polyglot"

(make_desk "$work/desk" "$linux")

# run SYSTEM COMMANDS: leaves what the tools wrote in the folder of the system.
run() {
  local folder=$work/$1
  rm -rf "$folder"
  cp -r "$work/desk" "$folder"
  (cd "$folder" && PATH=$work/${1}_bin:$PATH bash -eo pipefail -c "$2" </dev/null >"$work/printed" 2>&1) || echo "$?" >"$folder/exit_code"
}

count=0 failed=0
mapfile -t tasks < <(task_names)
for name in "${tasks[@]}"; do
  commands=$(task "$name")
  # Those that need an engine of Linux.
  [[ $commands != *stockfish* ]] || continue
  run linux "$commands"
  run windows "$commands"
  count=$((count + 1))
  # A page names openings, where the system has a list of them.
  if ! difference=$(diff -r --exclude=page.html "$work/linux" "$work/windows"); then
    echo "$name is different on Windows (>):"
    head -n 20 <<<"$difference"
    failed=$((failed + 1))
  fi
done
echo "$count tasks, $failed different"
[[ $failed -eq 0 ]]
