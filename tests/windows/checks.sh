# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Checks that are counted: source it, then check NAME COMMAND... and, at the end, finish_checks.
passed=0 failed=0
check() {
  local name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
  fi
}
# Prints "N passed, N failed"; fails if a check did.
finish_checks() {
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}
