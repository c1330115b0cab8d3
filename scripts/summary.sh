#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Adds up reports of ctest (JUnit) and steps of test.sh:
# summary.sh FOLDER/STEP.xml... [FOLDER/PROGRAM.xml...] [FOLDER/STEP.left_out...] [FAILED_STEP...]
# If ctest counts a process of many tests as one test, GoogleTest's report of the process names skipped tests.
# A step that was left out counts as a skipped test.
# A failed step counts as a failed test, unless its report has failed tests. The summary repeats the last lines of a failed step, and
# the failed tests of a report in TAP, because the user may no longer see them.
# In continuous integration (CI=true) a skipped test is an error, unless tests/skips.txt gives the reason.
set -euo pipefail
passed=0 failed=0 skipped=0
# The first attribute of that name belongs to the suite.
count() { grep -o -m1 "[[:space:]]$1=\"[0-9]*\"" "$2" | head -n1 | tr -dc 0-9; }

mapfile -t allowed < <(sed 's/[[:space:]].*//; /^#/d; /^$/d' "$(dirname "$0")/../tests/skips.txt")
may_be_skipped() {
  local pattern
  for pattern in "${allowed[@]}"; do
    # shellcheck disable=SC2053  # it is a pattern
    [[ $1 != $pattern ]] || return 0
  done
  return 1
}
is_of_googletest() { grep -q '<testsuites ' "$1"; }
# After two blanks, ctest adds the value of a parameter to the name.
names_of_skipped() {
  if is_of_googletest "$1"; then
    sed -n '/ result="skipped"/ s/.*<testcase name="\([^"]*\)".* classname="\([^"]*\)".*/\2.\1/p' "$1"
  else
    grep -h -B1 '<skipped ' "$1" | sed -n 's/.*<testcase name="\([^"]*\)".*/\1/; t name; d; :name s/  # .*//; p'
  fi
}
tell_failed() {
  awk -v report="$(basename "$1" .xml)" '
    /<testcase / { name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name); failed = 0; count = 0; inner = ""; told = 0 }
    /<failure / { failed = 1 }
    /(^|>)not ok / { told = 25 }
    told-- > 0 { inner = inner $0 "\n" }
    failed { lines[count++] = $0 }
    /<\/testcase>/ && failed {
      print "FAILED: " report ": " name
      printf "%s", inner
      for (i = count > 30 ? count - 30 : 0; i < count; i++) print lines[i]
    }' "$1"
}

reports=() steps=" "
for argument in "$@"; do
  case $argument in
    *.xml) reports+=("$argument") ;;
    *.left_out)
      echo "SKIPPED: the step $(basename "$argument" .left_out)"
      skipped=$((skipped + 1))
      ;;
    *) steps+="$argument " ;;
  esac
done

for report in "${reports[@]}"; do
  if is_of_googletest "$report"; then
    # ctest has counted what passed and failed.
    failures=0 skips=$(names_of_skipped "$report" | wc -l)
  else
    failures=$(count failures "$report") skips=$(count skipped "$report")
    passed=$((passed + $(count tests "$report") - failures - skips))
  fi
  failed=$((failed + failures))
  skipped=$((skipped + skips))
  if [[ $failures -gt 0 ]]; then
    tell_failed "$report"
    steps=${steps/" $(basename "$report" .xml) "/ }
  fi
  [[ ${CI:-} == true ]] || continue
  while read -r name; do
    may_be_skipped "$name" && continue
    echo "FAILED: $name was skipped, and tests/skips.txt does not say why"
    failed=$((failed + 1)) skipped=$((skipped - 1))
  done < <(names_of_skipped "$report")
done
for step in $steps; do
  echo "FAILED: the step $step"
  [[ ! -f build/$step.log ]] || tail -n 30 "build/$step.log"
  failed=$((failed + 1))
done
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
