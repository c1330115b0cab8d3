#!/usr/bin/env bash
# Static analysis with clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/.."

# How files are compiled: clang knows neither gcc's precompiled headers nor its way to optimise when linking.
mkdir -p build
cmake --preset dev -B build/lint -DPOLYGLOT_PRECOMPILE=OFF >build/lint.configure.log ||
  { cat build/lint.configure.log; exit 1; }
mapfile -t units < <(git ls-files 'src/*.cpp')
printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p build/lint
echo "lint: ${#units[@]} files analysed"
