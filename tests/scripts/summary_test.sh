#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Gives scripts/summary.sh reports as ctest writes them. Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

passed=0 failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/scripts" "$folder/tests"
cp scripts/summary.sh "$folder/scripts"
printf '# why\n\n*Book.Real*  no real books\nRoot/Book.Write/1  root\n' >"$folder/tests/skips.txt"

# report NAME... : a test that passes, and skipped ones of these names.
report() {
  printf '<testsuite name="(empty)"\n\ttests="%d"\n\tfailures="0"\n\tskipped="%d"\n\t>\n' $(($# + 1)) $#
  printf '\t<testcase name="A.B" status="run">\n\t</testcase>\n'
  [[ $# -eq 0 ]] || printf '\t<testcase name="%s" status="notrun">\n\t\t<skipped message="x"/>\n\t</testcase>\n' "$@"
  echo '</testsuite>'
}

# check CI STATUS LAST_LINE NAME...
check() {
  local ci=$1 status=$2 line=$3 said
  shift 3
  report "$@" >"$folder/report.xml"
  said=$(CI=$ci "$folder/scripts/summary.sh" "$folder/report.xml")
  if [[ $? -eq $status && ${said##*$'\n'} == "$line" ]]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: CI=%s, skipped %s: %s\n' "$ci" "$*" "$said"
  fi
}

check true 0 '1 passed, 0 failed, 0 skipped'
check '' 0 '1 passed, 0 failed, 2 skipped' Any.Thing Book.Real
check true 0 '1 passed, 0 failed, 2 skipped' All/Book.Real/2 'Root/Book.Write/1  # GetParam() = 1'
check true 1 '1 passed, 1 failed, 1 skipped' Any.Thing Book.Real
check true 1 '1 passed, 1 failed, 0 skipped' Root/Book.Write/2

printf '%s\n' '<testsuite tests="2" failures="1" skipped="0">' '<testcase name="A.B" status="run">' '</testcase>' \
  '<testcase name="A.Fails" status="fail">' '<failure message=""/>' '<system-out>said so</system-out>' '</testcase>' \
  '</testsuite>' >"$folder/dev.xml"
said=$("$folder/scripts/summary.sh" "$folder/dev.xml" dev)
if [[ $said == *'FAILED: dev: A.Fails'*'said so'*$'\n1 passed, 1 failed, 0 skipped' && $said != *'A.B'* ]]; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  printf 'FAILED: a failed test is not named with what it printed: %s\n' "$said"
fi

{
  printf '%s\n' '<testsuite tests="1" failures="1" skipped="0">' '<testcase name="Many" status="fail">' '<failure message=""/>' \
    '<system-out>not ok 3 - the third' '  error: why'
  seq -f 'ok %.0f - another' 4 60
  printf '%s\n' '</system-out>' '</testcase>' '</testsuite>'
} >"$folder/dev.xml"
said=$("$folder/scripts/summary.sh" "$folder/dev.xml")
if [[ $said == *'FAILED: dev: Many'*'not ok 3 - the third'*'error: why'*'ok 60'* ]]; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
  printf 'FAILED: a test within a failed one is not named: %s\n' "$said"
fi

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
