#!/usr/bin/env bash
# Formatting and static analysis: lint.sh BUILD_FOLDER (with a compile_commands.json)
set -euo pipefail
build=${1:?usage: lint.sh BUILD_FOLDER}
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.hpp')
clang-format --dry-run --Werror "${sources[@]}"

# Only what is compiled in this build: fuzz targets and benchmarks have presets of their own.
mapfile -t units < <(git ls-files 'src/*.cpp')
printf '%s\n' "${units[@]}" | xargs -P "$(nproc)" -n 2 clang-tidy --quiet -p "$build"
echo "lint: ${#sources[@]} files formatted, ${#units[@]} analysed"
