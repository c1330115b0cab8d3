#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes every target on a copy of its corpus: fuzz.sh [SECONDS_PER_TARGET [target...]]
# FUZZ_CORPUS=FOLDER keeps new inputs in FOLDER/target, and the next run begins with them.
# FUZZ_SEED=N tries the same inputs each time; without it, each run tries others.
set -euo pipefail
seconds=${1:-20}
shift $(($# > 0))
cd "$(dirname "$0")/.."
source=$PWD

# Targets as they are declared: at the start of a line, or indented if only g++ can compile them.
declared() { sed -n "s/^$1polyglot_fuzz(\\([a-z_]*\\) .*/\\1/p" fuzz/CMakeLists.txt; }
mapfile -t known < <(declared '')
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || targets=("${known[@]}")
for target in "${targets[@]}"; do
  [[ " ${known[*]} " != *" $target "* ]] || continue
  if declared '  ' | grep -qxF -- "$target"; then
    echo "fuzz_$target is only in builds of g++:" \
      "build/asan/fuzz/fuzz_replay $target --seconds $seconds fuzz/corpus/$target" >&2
  else
    echo "unknown target \"$target\"; there are: ${known[*]}" >&2
  fi
  exit 1
done

mkdir -p build
cmake --preset fuzz >build/fuzz.configure.log || { cat build/fuzz.configure.log; exit 1; }
cmake --build --preset fuzz --target fuzz_targets --parallel "$(nproc)"

# In memory where possible: books are written and flushed for every fourth input.
scratch=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
# Stack traces of allocations halve the speed; a reproducer run by hand shows them.
export ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=8
findings=$source/build/fuzz/findings
mkdir -p "$findings"

# pass TARGET SECONDS LONGEST_INPUT [OPTION...]: fails with the path of the reproducer.
pass() {
  local target=$1 seconds=$2 longest=$3
  shift 3
  local options=(-dict="fuzz/$target.dict" -max_total_time="$seconds" -max_len="$longest" -timeout=10 -entropic=0
                 -reload=0 -print_final_stats=1 -seed="${FUZZ_SEED:-0}" -artifact_prefix="$findings/$target-")
  if ! "build/fuzz/fuzz/fuzz_$target" "$corpus" "${options[@]}" "$@" >"$log" 2>&1; then
    grep -vE '^#[0-9]+' "$log" | tail -n 60
    echo "fuzz_$target failed: $(sed -n 's/.*Test unit written to //p' "$log")" >&2
    return 1
  fi
  local runs speed edges
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  edges=$(sed -n 's/^#.*DONE *cov: \([0-9]*\).*/\1/p' "$log")
  printf 'fuzz_%-12s %6d bytes %10d executions in %d s, %d/s, %d edges\n' \
    "$target" "$longest" "$runs" "$seconds" "$speed" "$edges"
}

fuzz() {
  local target=$1
  local corpus=${FUZZ_CORPUS:-$scratch/corpus}/$target log=$scratch/$target.log
  mkdir -p "$corpus"
  cp "$source/fuzz/corpus/$target/"* "$corpus/"
  # Short inputs are faster, but files take more than lines do.
  local longest=128
  case $target in
    books) longest=256 ;;
    pgn | import | edit_script | epd | openings) longest=512 ;;
  esac
  # A fifth of the time goes to inputs of any length: buffers, limits, costs that grow too fast.
  local long_seconds=$(((seconds + 4) / 5))
  local short_seconds=$((seconds > long_seconds ? seconds - long_seconds : 1))
  pass "$target" "$short_seconds" "$longest" && pass "$target" "$long_seconds" 65536 -len_control=0
}

# As many at once as there are processors; each is one thread.
failed=0
for target in "${targets[@]}"; do
  while (($(jobs -pr | wc -l) >= $(nproc))); do wait -n || failed=1; done
  fuzz "$target" &
done
while [[ -n $(jobs -p) ]]; do wait -n || failed=1; done
exit "$failed"
