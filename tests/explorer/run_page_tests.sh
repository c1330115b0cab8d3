#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The scripts of the page, in Node: run_page_tests.sh PROGRAM PAGE. Exit code 77: skipped.
set -euo pipefail
POLYGLOT_PROGRAM=$(realpath "${POLYGLOT_PROGRAM:-$1}")
POLYGLOT_PAGE=$(realpath "$2")
export POLYGLOT_PROGRAM POLYGLOT_PAGE
cd "$(dirname "$0")"
if ! command -v node >/dev/null; then
  echo "skipped: there is no node"
  exit 77
fi
node --test page/reading_test.mjs page/colours_test.mjs page/counts_test.mjs page/results_test.mjs page/verdicts_test.mjs
