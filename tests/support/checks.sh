# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Checks that are counted. Source it, count checks, and end with finish_checks.
passed=0 failed=0
# count NAME [SAID]: the check of this name has passed if the command before has. SAID is shown if not.
count() {
  if [[ $? -eq 0 ]]; then
    passed=$((passed + 1))
  else
    fail "$@"
  fi
}
# fail NAME [SAID]
fail() {
  failed=$((failed + 1))
  printf 'FAILED: %s\n%s' "$1" "${2:+$2$'\n'}"
}
# check NAME COMMAND...: shows what the command printed if it fails.
check() {
  local name=$1 said
  said=$(mktemp)
  shift
  if "$@" >"$said" 2>&1; then
    passed=$((passed + 1))
  else
    fail "$name" "$(cat "$said")"
  fi
  rm "$said"
}
# Prints "N passed, N failed"; fails if a check did.
finish_checks() {
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}
