#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy on src. It checks several files as one, in a build folder without precompiled headers.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p build
cmake --preset dev -B build/lint -DPOLYGLOT_PRECOMPILE=OFF -DPOLYGLOT_TESTS=OFF >build/lint.log || { cat build/lint.log; exit 1; }
# The page and the built-in variants are generated: long strings.
run-clang-tidy -quiet -j "$(nproc)" -p build/lint -checks=-bugprone-suspicious-include \
  "^$PWD/(build/lint/)?src/(?!.*(page|builtin)\.cpp)" 2>/dev/null
