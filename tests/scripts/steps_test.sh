#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs ./test.sh and ./run.sh in trees of a few files. Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit
# shellcheck source=tests/support/checks.sh
. tests/support/checks.sh

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{bin,tests,config,scripts,build/release}
cp run.sh test.sh "$folder"
cp scripts/summary.sh "$folder/scripts"
echo '# why' >"$folder/tests/skips.txt"

# program PATH LINE: a script of one line.
program() { printf '#!/bin/sh\n%s\n' "$2" >"$folder/$1" && chmod +x "$folder/$1"; }
program scripts/install-dependencies.sh :
program scripts/lint.sh 'echo bad; exit 3'
program scripts/fuzz.sh 'echo fuzzed'

# check NAME STATUS PATTERN LAST_LINE COMMAND...: the output has the pattern, and ends with that line.
check() {
  local name=$1 status=$2 pattern=$3 last=$4 said
  shift 4
  said=$(cd "$folder" && PATH=$folder/bin:$PATH "$@" 2>&1)
  [[ $? -eq $status && $said == *$pattern* && ${said##*$'\n'} == "$last" ]]
  count "$name" "$said"
}

for ci in '' true; do
  export CI=$ci
  check 'steps go on behind one that failed' 1 fuzzed '0 passed, 1 failed, 0 skipped' ./test.sh lint fuzz
  program bin/cmake 'exit 1'
  check 'a build that failed is a failed step' 1 fuzzed '0 passed, 2 failed, 0 skipped' ./test.sh lint dev fuzz
  program bin/cmake :
  report='<testsuite name="x"\n\ttests="3"\n\tfailures="1"\n\tskipped="0">\n</testsuite>'
  program bin/ctest "printf '$report\n' >build/dev.xml; exit 8"
  check 'failed tests are counted once' 1 fuzzed '2 passed, 2 failed, 0 skipped' ./test.sh dev lint fuzz
  program bin/ctest "printf '${report/failures=\"1\"/failures=\"0\"}\n' >build/dev.xml; exit 8"
  check 'a step fails whatever its report says' 1 'FAILED: the step dev' '3 passed, 1 failed, 0 skipped' ./test.sh dev
  program bin/ctest "printf '${report/failures=\"1\"/failures=\"0\"}\n' >build/dev.xml"
  check 'all passed' 0 fuzzed '3 passed, 0 failed, 0 skipped' ./test.sh dev fuzz
  check 'steps beside each other are all counted' 1 'released ' '3 passed, 4 failed, 0 skipped' ./test.sh all
  check 'what would begin too late is skipped' 0 'asan left out after 0 minutes, ' '0 passed, 0 failed, 9 skipped' \
    sh -c 'TEST_MINUTES=0 ./test.sh all && ! ls build/*.failed build/*.log 2>/dev/null'
done
skipped='<testsuites tests=\"1\">\n<testcase name=\"C\" result=\"skipped\" classname=\"B\">\n</testsuites>'
program bin/ctest "mkdir -p build/asan/gtest; printf '${report/failures=\"1\"/failures=\"0\"}\n' >build/dev.xml
printf \"$skipped\" >build/asan/gtest/book.0.xml"
check 'a test that a process of many skips needs a reason' 1 'FAILED: B.C was skipped' '3 passed, 1 failed, 0 skipped' ./test.sh dev
program bin/ctest "printf '${report/failures=\"1\"/failures=\"0\"}\n' >build/dev.xml"
check 'its report is gone in the next run' 0 '' '3 passed, 0 failed, 0 skipped' ./test.sh dev
rm "$folder"/bin/*

# A project whose program is a line.
cat >"$folder/CMakePresets.json" <<'END'
{ "version": 6,
  "configurePresets": [{ "name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release" }],
  "buildPresets": [{ "name": "release", "configurePreset": "release" }] }
END
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
add_custom_target(polyglot ALL COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/program polyglot
                  COMMENT "step of the build")
END
program program 'echo started'
check 'run.sh starts the program' 0 started started ./run.sh x
program scripts/install-dependencies.sh 'echo "installs $*"'
check 'run.sh hands --yes on' 0 'installs build --yes' started ./run.sh --yes x
check 'test.sh hands --yes on' 1 'installs test --yes' '0 passed, 1 failed, 0 skipped' ./test.sh --yes lint
program scripts/install-dependencies.sh :
# shellcheck disable=SC2016  # of the inner shell
check 'where no terminal is, a build says nothing' 0 '' '' sh -c 'test "$(./run.sh x 2>&1)" = started'
check 'a terminal shows how far the build is' 0 'step of the build' end \
  sh -c 'script -qec "./run.sh x >out" /dev/null; echo; echo end'
check 'stdout belongs to the GUI' 0 '' started cat out

finish_checks
