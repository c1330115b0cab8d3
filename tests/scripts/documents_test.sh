#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs every command of the documents with what is built in the folder $1, installed, in a folder with a book and games.
# Blocks marked sh are run as they are. In blocks marked console, lines with "$ " before them are, and must print what stands
# below them; … stands for anything. Commands that cannot be run are in documents_not_run.txt, with the reason.
# Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
build=$(cd "$1" && pwd) || exit
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --component program --prefix "$work/installed" >/dev/null || exit
export PATH=$work/installed/bin:$PATH:/usr/games

# prepare DOCUMENT: what its reader has, in a folder of his own. Who reads README has no book.bin yet.
prepare() {
  rm -rf "$work/reader"
  mkdir "$work/reader"
  cp config/starter.bin "$work/reader/mybook.bin"
  cp "$here/documents_games.pgn" "$work/reader/games.pgn"
  printf '[PolyGlot]\nEngineCommand = stockfish\nEngineStartTimeout = 0\nBook = true\nBookFile = mybook.bin\n' \
    >"$work/reader/my.ini"
  # run_test.sh tests run.sh itself, which would build a release.
  printf '#!/bin/sh\n[ $# -gt 0 ] || set -- "%s/polyglot.ini.example"\nexec polyglot "$@"\n' "$PWD" >"$work/reader/run.sh"
  chmod +x "$work/reader/run.sh"
  [[ $1 != README.md ]] || return 0
  cp config/starter.bin "$work/reader/book.bin"
  (cd "$work/reader" && polyglot learn-games games.pgn book.bin -engine Fairy-Max -learn-file book-Fairy-Max.bin >/dev/null)
}

mapfile -t not_run < <(sed 's/[[:space:]]*#.*//; /^$/d' "$here/documents_not_run.txt")
declare -A matched
can_be_run() {
  local pattern
  for pattern in "${not_run[@]}"; do
    # shellcheck disable=SC2053  # it is a pattern
    if [[ $1 == $pattern ]]; then
      matched[$pattern]=1
      return 1
    fi
  done
}

# check PLACE COMMANDS [EXPECTED]
check() {
  local said pattern
  if ! said=$(cd "$work/reader" && timeout 120 bash -e -o pipefail -c "$2" </dev/null 2>&1); then
    pattern=
  else
    pattern=$(sed 's/[][\\*?]/\\&/g; s/…/*/g' <<<"${3:-…}")
  fi
  # shellcheck disable=SC2053  # it is a pattern
  [[ -n $pattern && $said == $pattern ]]
  count "$1: $2" "said:"$'\n'"$said"
}

examine() {
  local document=$1 number=0 kind="" commands="" expected="" at=0 line rest
  while IFS= read -r line; do
    number=$((number + 1))
    while [[ $line == *\\ ]] && IFS= read -r rest; do line=${line%\\}$rest number=$((number + 1)); done
    case $kind:$line in
      :*'```'*) kind=${line#*'```'} kind=${kind:-other} commands='' expected='' at=$number ;;
      *:*'```')
        [[ -z $commands ]] || check "$document:$at" "$commands" "$expected"
        kind= ;;
      sh:*)
        line=${line#"${line%%[![:space:]]*}"}
        can_be_run "$line" && commands+=$line$'\n' ;;
      console:'$ '*)
        [[ -z $commands ]] || check "$document:$at" "$commands" "$expected"
        commands='' expected='' at=$number
        can_be_run "${line#'$ '}" && commands=${line#'$ '} ;;
      console:*) expected+=${expected:+$'\n'}$line ;;
      :'    polyglot '* | :'    $ '* | :'    ./'* | other:polyglot*)
        # A line with names in capitals says what there is to type, and is no command.
        if ! [[ $line =~ [A-Z]{2}|[][] ]]; then
          fail "$document:$number: a command outside of a block marked sh or console: $line"
        fi ;;
    esac
  done <"$document"
}
for document in README.md CONTRIBUTING.md docs/*.md; do
  prepare "$document" && examine "$document"
done
for pattern in "${not_run[@]}"; do
  [[ -n ${matched[$pattern]:-} ]] || fail "documents_not_run.txt: no command is like $pattern"
done
finish_checks
