#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs missing packages, builds and tests: ./test.sh [--yes] [format|dev|release|asan|tsan|windows|lint|fuzz|all ...]
# Without steps it runs format and dev, which has every test of Linux. "all" runs every step except lint and fuzz.
# If a step fails, the others still run. At a terminal the script asks before it installs packages, except with --yes.
# CONTRIBUTING.md says what a step tests.
set -uo pipefail
cd "$(dirname "$0")" || exit

yes=()
if [[ ${1:-} == --yes ]]; then
  yes=(--yes)
  shift
fi
scripts/install-dependencies.sh test "${yes[@]}" || exit
export PATH="$PATH:/usr/games"  # where Debian keeps its engines

# build PRESET [option of cmake...]
build() {
  local data=${POLYGLOT_SHARED_DATA:-$PWD/../shared/data}  # large real books and games, where there are any
  [[ -d $data ]] || data=
  cmake --preset "$1" "-DPOLYGLOT_SHARED_DATA=${data:+$(realpath "$data")}" "${@:2}" >"build/$1.log" || { cat "build/$1.log"; return 1; }
  cmake --build --preset "$1" --parallel
}
# run_tests PRESET: more tests at a time than processors, because most tests wait for an engine most of the time.
run_tests() { ctest --preset "$1" --no-tests=error --parallel "$((3 * $(nproc)))" --output-junit "$PWD/build/$1.xml"; }

run_format() {
  local formatter=clang-format-14  # Debian 12's; other versions format some lines differently
  command -v "$formatter" >/dev/null || formatter=clang-format
  git ls-files -z '*.cpp' '*.hpp' | xargs -0 "$formatter" --dry-run --Werror || return
  if git grep -nE '^.{513,}' -- '*.html' '*.js' '*.mjs' '*.css'; then
    echo "these lines are too long: lintian takes files with such lines for generated ones"
    return 1
  fi
  if git grep -L 'SPDX-License-Identifier: MIT' -- '*.[ch]pp' '*.js' '*.mjs' '*.css' '*.sh' '*.cmake' '*CMakeLists.txt'; then
    echo "these files do not name their licence: add the line SPDX-License-Identifier: MIT"
    return 1
  fi
}
run_dev() { build dev && run_tests dev; }
run_release() {
  build release -DPOLYGLOT_WERROR=ON && tests/scripts/hardening_test.sh build/release/polyglot && tests/scripts/run_test.sh
}
run_asan() { build asan && ASAN_OPTIONS=handle_sigill=1 run_tests asan; }
run_tsan() { build tsan && run_tests tsan; }
run_windows() {
  scripts/install-dependencies.sh windows "${yes[@]}" && scripts/windows-parts.sh && build windows && build release || return
  local status=0 wine=("$PWD/cmake/windows/wine.sh" "$PWD/build/windows/wine")
  run_tests windows || status=1
  tests/windows/same_books_test.sh build/release/polyglot "${wine[@]}" wine "$PWD/build/windows/polyglot.exe" || status=1
  cmake --build --preset windows --target polyglot_notices && cpack --preset windows || status=1
  tests/windows/zip_test.sh build/windows/polyglot-*.zip || status=1
  "${wine[@]}" tests/windows/installer_test.sh build/windows/*-setup.exe wine || status=1
  "${wine[@]}" wineserver --kill  # only the server of these tests
  return "$status"
}
run_lint() { scripts/lint.sh; }
# Tries the same inputs each time, so that only a change can make the step fail.
run_fuzz() { FUZZ_SEED=1 scripts/fuzz.sh "${POLYGLOT_FUZZ_SECONDS:-2}"; }

steps=("$@")
[[ ${#steps[@]} -gt 0 ]] || steps=(format dev)
if [[ ${steps[*]} == all ]]; then
  export CI=true  # a skipped test needs a reason
  steps=(format dev release asan tsan windows)
fi
mkdir -p build
rm -f build/*.xml
failed=()
for step in "${steps[@]}"; do
  echo "=== $step"
  begin=$SECONDS
  "run_$step" || failed+=("$step")
  times+="$step $((SECONDS - begin)) s, "
done
echo "${times%, }"
scripts/summary.py "${failed[@]}"
