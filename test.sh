#!/usr/bin/env bash
# Installs what is missing, builds and runs every check: ./test.sh [dev|asan|tsan|lint|fuzz|scripts ...]
# Without arguments all of them, as the continuous integration does.
set -euo pipefail
cd "$(dirname "$0")"

scripts/install-dependencies.sh test </dev/null
export PATH="$PATH:/usr/games"  # where Debian keeps its engines
jobs=$(nproc)

build_and_test() {
  local preset=$1
  shift
  cmake --preset "$preset" "$@" >"build/$preset.configure.log" || { cat "build/$preset.configure.log"; return 1; }
  cmake --build --preset "$preset" --parallel "$jobs"
  # Most tests wait for an engine most of the time.
  ctest --preset "$preset" --parallel "$((2 * jobs))" --output-junit "$PWD/build/$preset.xml"
}

# Large real books and games, where they lie beside the checkout.
shared_data() {
  local folder=${POLYGLOT_SHARED_DATA:-$PWD/../shared/data}
  [[ -d $folder ]] && (cd "$folder" && pwd) || true
}

run_dev() { build_and_test dev "-DPOLYGLOT_SHARED_DATA=$(shared_data)"; }
run_asan() { build_and_test asan "-DPOLYGLOT_SHARED_DATA=$(shared_data)"; }
run_tsan() { build_and_test tsan "-DPOLYGLOT_SHARED_DATA=$(shared_data)"; }
run_lint() { scripts/lint.sh build/dev; }
run_fuzz() { scripts/fuzz.sh "${POLYGLOT_FUZZ_SECONDS:-10}"; }
run_scripts() { tests/scripts/run_test.sh; }

mkdir -p build
rm -f build/*.xml
steps=("$@")
[[ ${#steps[@]} -gt 0 ]] || steps=(dev lint asan fuzz scripts)
for step in "${steps[@]}"; do
  echo "=== $step"
  "run_$step"
done
if compgen -G 'build/*.xml' >/dev/null; then scripts/summary.sh build/*.xml; fi
