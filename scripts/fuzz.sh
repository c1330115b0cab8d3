#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes every target on a copy of its corpus: fuzz.sh [SECONDS_PER_TARGET [target...]]
# FUZZ_CORPUS=FOLDER keeps new inputs in FOLDER/target, and the next run begins with them.
# FUZZ_SEED=N tries the same inputs each time; without it, each run tries others.
set -euo pipefail
seconds=${1:-20}
shift $(($# > 0))
cd "$(dirname "$0")/.."

# Targets that are indented are only in builds of tests.
targets=("$@")
[[ ${#targets[@]} -gt 0 ]] || mapfile -t targets < <(sed -n 's/^polyglot_fuzz(\([a-z_]*\) .*/\1/p' fuzz/CMakeLists.txt)
mkdir -p build/fuzz/findings
cmake --preset fuzz >build/fuzz.log || { cat build/fuzz.log; exit 1; }
cmake --build --preset fuzz --parallel

# In memory where possible: books are written and flushed for every fourth input.
scratch=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$scratch"' EXIT
# Stack traces of allocations halve the speed; a reproducer run by hand shows them.
export TMPDIR=$scratch ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=8

# pass TARGET SECONDS LONGEST_INPUT [OPTION...]: fails with the path of the reproducer.
pass() {
  local target=$1 seconds=$2 longest=$3 corpus=${FUZZ_CORPUS:-$scratch/corpus}/$1 log=$scratch/$1.log
  mkdir -p "$corpus"
  cp "fuzz/corpus/$target/"* "$corpus/"
  if ! "build/fuzz/fuzz/fuzz_$target" "$corpus" -dict="fuzz/$target.dict" -max_total_time="$seconds" -max_len="$longest" -timeout=10 \
    -entropic=0 -reload=0 -print_final_stats=1 -seed="${FUZZ_SEED:-0}" -artifact_prefix="build/fuzz/findings/$target-" "${@:4}" \
    >"$log" 2>&1; then
    grep -vE '^#[0-9]+' "$log" | tail -n 60
    echo "fuzz_$target failed: $(sed -n 's/.*Test unit written to //p' "$log")" >&2
    return 1
  fi
  echo "fuzz_$target, up to $longest bytes: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions"
}

# Short inputs are faster. A fifth of the time goes to inputs of any length: buffers, limits, costs that grow too fast.
long=$(((seconds + 4) / 5))
failed=0
for target in "${targets[@]}"; do
  # As many at once as there are processors; each is one thread.
  while (($(jobs -pr | wc -l) >= $(nproc))); do wait -n || failed=1; done
  { pass "$target" "$((seconds > long ? seconds - long : 1))" 512 && pass "$target" "$long" 65536 -len_control=0; } &
done
while [[ -n $(jobs -p) ]]; do wait -n || failed=1; done
exit "$failed"
