#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Gives scripts/summary.sh reports as ctest writes them. Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh

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
  [[ $? -eq $status && ${said##*$'\n'} == "$line" ]]
  count "CI=$ci, skipped $*" "$said"
}

check true 0 '1 passed, 0 failed, 0 skipped'
check '' 0 '1 passed, 0 failed, 2 skipped' Any.Thing Book.Real
check true 0 '1 passed, 0 failed, 2 skipped' All/Book.Real/2 'Root/Book.Write/1  # GetParam() = 1'
check true 1 '1 passed, 1 failed, 1 skipped' Any.Thing Book.Real
check true 1 '1 passed, 1 failed, 0 skipped' Root/Book.Write/2

# What GoogleTest writes of a process: a test that failed, and a skipped one, whose parameter says the same.
shard() {
  printf '%s\n' '<?xml version="1.0" encoding="UTF-8"?>' '<testsuites tests="2" failures="1" name="AllTests">' \
    '  <testsuite name="A" tests="2" failures="1" disabled="0" skipped="1" errors="0">' \
    '    <testcase name="Fails" file="a.cpp" line="1" status="run" result="completed" classname="A" />' \
    "    <testcase name=\"$2\" value_param=\"result=&quot;skipped&quot;\" status=\"run\" result=\"skipped\" classname=\"$1\">" \
    '      <skipped message="a.cpp:1&#x0A;x"><![CDATA[a.cpp:1' 'x]]></skipped>' '    </testcase>' '  </testsuite>' '</testsuites>'
}
# check_shard CI STATUS LAST_LINE SUITE TEST: a report of ctest, and that of a process.
check_shard() {
  local said
  report >"$folder/report.xml"
  shard "$4" "$5" >"$folder/shard.xml"
  said=$(CI=$1 "$folder/scripts/summary.sh" "$folder"/{report,shard}.xml)
  [[ $? -eq $2 && ${said##*$'\n'} == "$3" && ($2 -eq 0 || $said == *"FAILED: $4.$5 was skipped"*) ]]
  count "CI=$1, $4.$5 was skipped in a process of many" "$said"
}
check_shard true 0 '1 passed, 0 failed, 1 skipped' All/Book Real/2
check_shard '' 0 '1 passed, 0 failed, 1 skipped' Any Thing
check_shard true 1 '1 passed, 1 failed, 0 skipped' Any Thing

printf '%s\n' '<testsuite tests="2" failures="1" skipped="0">' '<testcase name="A.B" status="run">' '</testcase>' \
  '<testcase name="A.Fails" status="fail">' '<failure message=""/>' '<system-out>said so</system-out>' '</testcase>' \
  '</testsuite>' >"$folder/dev.xml"
said=$("$folder/scripts/summary.sh" "$folder/dev.xml" dev)
[[ $said == *'FAILED: dev: A.Fails'*'said so'*$'\n1 passed, 1 failed, 0 skipped' && $said != *'A.B'* ]]
count 'a failed test is named with what it printed' "$said"

{
  printf '%s\n' '<testsuite tests="1" failures="1" skipped="0">' '<testcase name="Many" status="fail">' '<failure message=""/>' \
    '<system-out>not ok 3 - the third' '  error: why'
  seq -f 'ok %.0f - another' 4 60
  printf '%s\n' '</system-out>' '</testcase>' '</testsuite>'
} >"$folder/dev.xml"
said=$("$folder/scripts/summary.sh" "$folder/dev.xml")
[[ $said == *'FAILED: dev: Many'*'not ok 3 - the third'*'error: why'*'ok 60'* ]]
count 'a test within a failed one is named' "$said"

finish_checks
