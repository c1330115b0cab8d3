#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page in a headless Chromium: run_browser_tests.sh PROGRAM PAGE. Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
POLYGLOT_PAGE=$(realpath "$2")

skip() {
  echo "skipped: $1"
  exit 77
}
for needed in node npm chromium; do
  command -v "$needed" >/dev/null || skip "there is no $needed"
done

# Beside the build, so that the sources stay as they are.
work=$(dirname "$program")/explorer-browser
source=$(cd "$(dirname "$0")/browser" && pwd)
mkdir -p "$work"
cp "$source"/package*.json "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed-lock; then
  if ! npm ci --prefer-offline --fetch-retries=1 --no-audit --no-fund >npm.log 2>&1; then
    grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH' npm.log &&
      skip "the npm registry cannot be reached"
    cat npm.log
    exit 1
  fi
  cp package-lock.json node_modules/.installed-lock
fi
cp "$source"/*.mjs "$work"
export POLYGLOT_PAGE POLYGLOT_PROGRAM=$program POLYGLOT_SOURCE=${source%/tests/explorer/browser} POLYGLOT_SHOTS=$work/screenshots
node --test "$work"/*_test.mjs
