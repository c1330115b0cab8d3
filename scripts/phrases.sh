#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fails if the documents, the texts of the program or its comments have a phrase of phrases.txt. Prints the places, and what to
# write instead.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

# search ARGUMENT...: as git grep, but no match is no failure.
search() { git grep -niE "$@" || [[ $? -eq 1 ]]; }

found=0
while IFS=$'\t' read -r pattern better; do
  [[ -n $pattern && $pattern != \#* ]] || continue
  hits=$(
    search -e "$pattern" -- README.md CONTRIBUTING.md SECURITY.md 'docs/*.md' 'src/*/README.md' examples \
      polyglot.ini.example '*.html'
    # What users see stands in quotes.
    search -e "$pattern" --and -e '"' --and --not -e '//' -- 'src/*.cpp'
    search -e "$pattern" --and -e "[\"'\`]" --and --not -e '//|^ */?\*' -- 'src/*.js'
    search -e "$pattern" --and -e '//|^ */?\*' -- '*.hpp' '*.cpp' '*.js' '*.mjs' '*.css'
    search -e "$pattern" --and -e '^ *#' -- '*.sh'
  )
  [[ -n $hits ]] || continue
  while IFS= read -r hit; do
    found=$((found + 1))
    printf '%s\n    write instead: %s\n' "$hit" "$better"
  done <<<"$hits"
done <scripts/phrases.txt
[[ $found -eq 0 ]] || { echo "$found phrases of scripts/phrases.txt" >&2; exit 1; }
