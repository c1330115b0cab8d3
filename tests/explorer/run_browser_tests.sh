#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page in a headless browser: run_browser_tests.sh PROGRAM PAGE chromium|firefox-esr FILE...
# Exit code 77: skipped. Pictures of what the tests see are left in the folder POLYGLOT_SHOTS, if it is set.
set -euo pipefail
program=$(realpath "${POLYGLOT_PROGRAM:-$1}")
POLYGLOT_PAGE=$(realpath "$2")
POLYGLOT_BROWSER=$3
tests=("${@:4}")

skip() {
  echo "skipped: $1"
  exit 77
}
# Chromium without windows opens a page in a third of the time.
browser=$POLYGLOT_BROWSER
if [[ $browser == chromium ]] && command -v chromium-headless-shell >/dev/null; then browser=chromium-headless-shell; fi
for needed in node npm "$browser"; do
  command -v "$needed" >/dev/null || skip "there is no $needed"
done

# Beside the build, so that the sources stay as they are; one for each browser, as they run at the same time.
work=$(dirname "$program")/explorer-browser/$POLYGLOT_BROWSER
source=$(cd "$(dirname "$0")/browser" && pwd)
mkdir -p "$work"
cp "$source"/package*.json "$work"
cd "$work"
if ! cmp -s package-lock.json node_modules/.installed-lock; then
  npm ci --prefer-offline --fetch-retries=1 --no-audit --no-fund >npm.log 2>&1 ||
    skip "npm fails: $(sed -E 's/^npm (ERR!|error) *//; /^$/d' npm.log | head -n 3 | paste -s -d ' ')"
  cp package-lock.json node_modules/.installed-lock
fi
cp "$source"/*.mjs "$work"
export FONTCONFIG_FILE=$source/fonts.conf
[[ -f /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]] || skip "there are no fonts: install fonts-dejavu-core"
# Where a page keeps its address: not where that of the user is.
export XDG_STATE_HOME=$work/state
POLYGLOT_BROWSER_PATH=$(command -v "$browser")
export POLYGLOT_BROWSER POLYGLOT_BROWSER_PATH POLYGLOT_PAGE POLYGLOT_PROGRAM=$program POLYGLOT_SOURCE=${source%/tests/explorer/browser}
node --test --test-reporter=spec "${tests[@]/#/$work/}"  # it ends with the failures
