#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs scripts/phrases.sh in trees of a few files. Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh

page=page.md  # the tree's own document
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# check NAME STATUS PATTERN FILE LINE: what phrases.sh says of a tree in which FILE has this line.
check() {
  local name=$1 status=$2 pattern=$3 file=$4 line=$5 said
  rm -rf "$folder/tree"
  mkdir -p "$folder/tree"/{scripts,docs,examples,src/tools,src/explorer/page,include/polyglot}
  cp scripts/phrases.sh scripts/phrases.txt "$folder/tree/scripts"
  echo '# A text' | tee "$folder/tree/README.md" "$folder/tree/docs/$page" >"$folder/tree/CHANGELOG.md"
  echo 'int main() {}' >"$folder/tree/src/tools/tool.cpp"
  printf '%s\n' "$line" >>"$folder/tree/$file"
  git -C "$folder/tree" init -q && git -C "$folder/tree" add .
  said=$("$folder/tree/scripts/phrases.sh" 2>&1)
  # shellcheck disable=SC2053  # it is a pattern
  [[ $? -eq $status && $said == $pattern ]]
  count "$name" "$said"
}

check 'a plain text passes' 0 '' "docs/$page" 'Polyglot repairs the book.'
check 'a phrase is named with its place and a better one' 1 \
  "docs/$page:2:It mends the book.*write instead: repair or correct*1 phrases of scripts/phrases.txt" \
  "docs/$page" 'It mends the book.'
check 'letter case does not matter' 1 'README.md:2:*write instead: except*' README.md 'But for one.'
check 'a part of a word is no phrase' 0 '' "docs/$page" 'We recommend amendments.'
check 'a message of the program is a text' 1 'src/tools/tool.cpp:2:*' src/tools/tool.cpp '  say("all, but for one");'
check 'a comment is a text' 1 'src/tools/tool.cpp:2:*' src/tools/tool.cpp '  // Says "all", but for one.'
check 'so is one in a header' 1 'include/polyglot/tool.hpp:1:*' include/polyglot/tool.hpp '  /// All, but for one.'
check 'so is one of the page' 1 'src/explorer/page/a.js:1:*' src/explorer/page/a.js ' * All, but for one.'
check 'so is one behind code' 1 'src/tools/tool.cpp:2:*' src/tools/tool.cpp 'int a = 0;  ///< all, but for one'
check 'so is one of a script' 1 'scripts/a.sh:1:*' scripts/a.sh '# All, but for one.'
check 'a text of the page is a text' 1 'src/explorer/page/a.js:1:*' src/explorer/page/a.js 'say("all, but for one");'
check 'so is its HTML' 1 'src/explorer/page/a.html:1:*' src/explorer/page/a.html '<p>All, but for one.</p>'
check 'so is the README of a module' 1 'src/tools/README.md:1:*' src/tools/README.md 'All, but for one.'
check 'so is an example' 1 'examples/a.ini:1:*' examples/a.ini '# All, but for one.'
check 'so is the example of all options' 1 'polyglot.ini.example:1:*' polyglot.ini.example '; All, but for one.'
check 'code without quotes is none' 0 '' src/tools/tool.cpp 'mend(book);'
check 'the list of changes is not looked at' 0 '' CHANGELOG.md 'All, but for one.'
check 'a wrong expression is an error' 1 '*Unmatched*' scripts/phrases.txt $'(a\tb'

finish_checks
