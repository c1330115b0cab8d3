#!/usr/bin/env bash
# Adds up ctest's JUnit reports: summary.sh report.xml...
set -euo pipefail
passed=0 failed=0 skipped=0
# The first attribute of that name is the suite's own.
count() { grep -o -m1 "[[:space:]]$1=\"[0-9]*\"" "$2" | head -n1 | tr -dc 0-9; }
for report in "$@"; do
  failures=$(count failures "$report") skips=$(count skipped "$report")
  passed=$((passed + $(count tests "$report") - failures - skips))
  failed=$((failed + failures))
  skipped=$((skipped + skips))
done
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
