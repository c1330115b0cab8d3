#!/usr/bin/env bash
# Static analysis with clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/.."

# How files are compiled, without precompiled headers: those of gcc mean nothing to clang.
mkdir -p build
cmake --preset release >build/lint.configure.log || { cat build/lint.configure.log; exit 1; }
mapfile -t units < <(git ls-files 'src/*.cpp')
printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p build/release
echo "lint: ${#units[@]} files analysed"
