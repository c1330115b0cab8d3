#!/usr/bin/env bash
# Adds up ctest's JUnit reports: summary.sh report.xml...
set -euo pipefail
total=0 failed=0 skipped=0
for report in "$@"; do
  suite=$(grep -o '<testsuite [^>]*' -m1 "$report" || true)
  [[ -n $suite ]] || suite=$(tr '\n' ' ' <"$report" | grep -o '<testsuite [^>]*')
  count() { sed -n "s/.*[[:space:]]$1=\"\([0-9]*\)\".*/\1/p" <<<"${suite//$'\n'/ }"; }
  total=$((total + $(count tests)))
  failed=$((failed + $(count failures)))
  skipped=$((skipped + $(count skipped)))
done
echo "$((total - failed - skipped)) passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
