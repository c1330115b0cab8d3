#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs missing packages, builds and runs the tests: ./test.sh [--yes] [format|plain|dev|tsan|scripts|windows|asan|released|clients|lint|fuzz|all ...]
# Without steps it runs the first five, which have every test. "all" runs every step except dev and fuzz, two at a time:
# asan, released and clients run the tests of dev, and asan replays the inputs of the fuzz targets. If a step fails, the others
# still run, and the last line counts it. At a terminal the script asks before it installs packages, except with --yes.
# CONTRIBUTING.md says what each step tests.
set -euo pipefail
cd "$(dirname "$0")"

yes=()
if [[ ${1:-} == --yes ]]; then
  yes=(--yes)
  shift
fi
scripts/install-dependencies.sh test "${yes[@]}"
export PATH="$PATH:/usr/games"  # where Debian keeps its engines
jobs=$(nproc)

# build PRESET [target...]: two steps beside each other may need the same preset.
build() {
  local preset=$1 settings=("-DPOLYGLOT_SHARED_DATA=$(shared_data)")
  shift
  # Compiling several files as one saves time. The step "plain" shows that each file compiles alone, except in a whole run.
  case $preset in
    dev) settings+=(-DPOLYGLOT_UNITY=ON) ;;
    plain) settings+=("-DPOLYGLOT_UNITY=${whole_run:-OFF}") ;;
  esac
  (
    flock 9
    cmake --preset "$preset" "${settings[@]}" >"build/$preset.configure.log" ||
      { cat "build/$preset.configure.log"; exit 1; }
    cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}
  ) 9>"build/$preset.lock"
}

# run_tests STEP PRESET [option of ctest...]
run_tests() {
  local step=$1 preset=$2
  shift 2
  # More tests than processors: most tests wait for an engine most of the time.
  ctest --preset "$preset" --no-tests=error --parallel "$((2 * jobs))" --output-junit "$PWD/build/$step.xml" "$@"
}

# The folder with large real books and games, if it exists.
shared_data() {
  local folder=${POLYGLOT_SHARED_DATA:-$PWD/../shared/data}
  [[ -d $folder ]] && (cd "$folder" && pwd) || true
}

# Compiles each file alone, with clang and without precompiled headers. So the step finds missing includes, and code that only
# g++ compiles. The program uses POSIX alone, and the tests of os, process and the ends of a session run with it. A whole run has
# little time: it compiles several files as one.
run_plain() {
  build plain polyglot polyglot_os_linux polyglot_process_linux os_test process_test ends_test
  run_tests plain plain -L '^(unit|process|e2e|released)$' -E '_NOT_BUILT$|^book_adjudication$'
}
run_dev() { build dev && run_tests dev dev; }
# The tests in which sanitizers may find something.
run_asan() { build asan && ASAN_OPTIONS=handle_sigill=1 run_tests asan asan -LE '^(released|clients)$'; }
# The other tests, with the released program: the tools, comparisons with other programs, real engines and GUIs.
run_released() {
  build release polyglot
  build asan
  POLYGLOT_PROGRAM=$PWD/build/release/polyglot run_tests released asan -L '^released$'
}
# Also with the released program: what browsers show, jobs of a cluster, and what authors of books do.
run_clients() {
  build release polyglot
  build plain polyglot random_games_program
  POLYGLOT_PROGRAM=$PWD/build/release/polyglot run_tests clients plain -L '^clients$'
}
# Only the builder has several threads.
run_tsan() { build tsan builder_test && run_tests tsan tsan -R '^(Threads|Memory)\.'; }
run_format() {
  local formatter=clang-format-14  # Debian 12's; other versions format some lines differently
  command -v "$formatter" >/dev/null || formatter=clang-format
  git ls-files -z '*.cpp' '*.hpp' | xargs -0 "$formatter" --dry-run --Werror
  if git grep -nE '^.{513,}' -- '*.html' '*.js' '*.mjs' '*.css'; then
    echo "these lines are too long: lintian takes files with such lines for generated ones" >&2
    return 1
  fi
  if git grep -L 'SPDX-License-Identifier: MIT' -- '*.[ch]pp' '*.js' '*.mjs' '*.css' '*.sh' '*.cmake' '*CMakeLists.txt'; then
    echo "these files do not name their licence: add the line SPDX-License-Identifier: MIT" >&2
    return 1
  fi
}
# The program for Windows under Wine. clang builds most tests, in a quarter of g++'s time. The comparison with the tools on Linux,
# the zip and the installer use the program that g++ builds for users.
run_windows() {
  scripts/install-dependencies.sh windows "${yes[@]}"
  scripts/windows-parts.sh
  build windows-test
  local status=0 tree=$PWD/build/windows-test
  local under_wine=("$PWD/cmake/windows/wine.sh" "$tree/wine")
  run_tests windows windows-test || status=1
  build release polyglot
  build windows polyglot_notices
  tests/windows/same_books_test.sh build/release/polyglot "${under_wine[@]}" wine "$PWD/build/windows/polyglot.exe" || status=1
  cpack --preset windows
  tests/windows/zip_test.sh build/windows/polyglot-*.zip || status=1
  "${under_wine[@]}" tests/windows/installer_test.sh build/windows/*-setup.exe wine || status=1
  "${under_wine[@]}" wineserver --kill || true  # only the server of these tests
  return "$status"
}
run_lint() { scripts/lint.sh; }
# Uses the same inputs each time, so that only a change can make the step fail. scripts/fuzz.sh itself tries new inputs.
run_fuzz() { FUZZ_SEED=1 scripts/fuzz.sh "${POLYGLOT_FUZZ_SECONDS:-2}"; }
run_scripts() {
  local failed=0
  build release
  tests/scripts/run_test.sh || failed=1
  tests/scripts/links_test.py || failed=1
  tests/scripts/cluster_table_test.py || failed=1
  tests/scripts/documents_test.sh build/release || failed=1
  tests/scripts/hardening_test.sh build/release/polyglot || failed=1
  tests/scripts/remote_guard_test.sh build/release/polyglot || failed=1
  build plain polyglot && tests/scripts/install_test.sh build/release build/plain || failed=1
  return "$failed"
}

mkdir -p build
rm -f build/*.xml build/*/gtest/*.xml build/*.failed build/*.left_out build/*.log build/times

# A step counts as failed until it has passed, however it ends. It is not called in a condition: bash would ignore errexit there.
run_step() {
  local status begin=$SECONDS
  echo "=== $1"
  set +e
  (set -e; "run_$1")
  status=$?
  set -e
  [[ $status -ne 0 ]] || rm "build/$1.failed"
  echo "$1 $((SECONDS - begin)) s" >>build/times
}

# Two lanes take steps from build/queue, one at a time. A lane prints the output of a step when the step ends. With TEST_MINUTES=N
# a lane begins no step after N minutes, because a run that is killed reports nothing. The last line counts such a step as skipped.
lane() {
  local step
  while step=$(flock build/queue.lock sed -i -e '1{w /dev/stdout' -e 'd}' build/queue) && [[ -n $step ]]; do
    if [[ -n ${TEST_MINUTES:-} && $SECONDS -ge $((60 * TEST_MINUTES)) ]]; then
      mv "build/$step.failed" "build/$step.left_out"
      echo "$step left out after $((SECONDS / 60)) minutes" >>build/times
      continue
    fi
    run_step "$step" >"build/$step.log" 2>&1
    flock build/lanes.lock cat "build/$step.log"
  done
}

steps=("$@")
[[ ${#steps[@]} -gt 0 ]] || steps=(format plain dev tsan scripts)
if [[ ${steps[*]} == all ]]; then
  export CI=true  # no test is skipped without a reason
  whole_run=ON
  # Long steps come first, so that no lane waits for the other at the end. A step comes after the one that makes its build. The last
  # step would be left out if time is short; it keeps both processors busy by itself.
  steps=(asan scripts released plain clients lint tsan format windows)
  printf '%s\n' "${steps[@]}" >build/queue
  for step in "${steps[@]}"; do touch "build/$step.failed"; done
  for _ in 1 2; do lane & done
  wait
else
  for step in "${steps[@]}"; do touch "build/$step.failed"; done
  for step in "${steps[@]}"; do run_step "$step"; done
fi
echo "steps: $(paste -s -d , build/times | sed 's/,/, /g')"
mapfile -t failed_steps < <(compgen -G 'build/*.failed' | sed 's#.*/##; s/\.failed$//')
reports=$(compgen -G 'build/*.xml' || true; compgen -G 'build/*/gtest/*.xml' || true; compgen -G 'build/*.left_out' || true)
if [[ -n $reports || ${#failed_steps[@]} -gt 0 ]]; then
  # shellcheck disable=SC2086  # no blanks in them
  scripts/summary.sh $reports "${failed_steps[@]}"
fi
