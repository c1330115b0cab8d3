#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs clang-tidy. It checks several files as one. It does not check a file again that passed before, until the file, one of its
# headers or a rule changes. LINT_CACHE=FOLDER is the folder for these results; LINT_CACHE= keeps none.
set -euo pipefail
cd "$(dirname "$0")/.."

# A build folder of its own: clang cannot read gcc's precompiled headers and objects for link-time optimisation.
mkdir -p build
cmake --preset dev -B build/lint -DPOLYGLOT_PRECOMPILE=OFF -DPOLYGLOT_UNITY=ON >build/lint.configure.log ||
  { cat build/lint.configure.log; exit 1; }

LINT_CACHE=${LINT_CACHE-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/polyglot-lint}
[[ -z $LINT_CACHE ]] || mkdir -p "$LINT_CACHE"
rules=$({ clang-tidy --version; cat .clang-tidy scripts/lint.sh; } | sha256sum | cut -c1-16)
export LINT_CACHE rules

# lint FILE COMMAND: the command compiles the file.
lint() {
  local sound=
  if [[ -n $LINT_CACHE ]]; then
    # What the preprocessor leaves is all that the findings depend on.
    sound=$LINT_CACHE/$rules-$(eval "clang++ ${2#* } -E -w -o -" | sed "s#$PWD##g" | sha256sum | cut -c1-32)
    [[ ! -e $sound ]] || return 0
  fi
  clang-tidy --quiet --checks=-bugprone-suspicious-include -p build/lint "$1"
  [[ -z $sound ]] || touch "$sound"
}
export -f lint

# Each entry has its command on one line and its file on the next.
mapfile -t units < <(
  sed -nE 's/^ *"command": "(.*)",$/\1/p; s/^ *"file": "(.*)"$/\1/p' build/lint/compile_commands.json |
    sed -E 's/\\(.)/\1/g' | paste -d '\t' - - | awk -F '\t' -v root="$PWD/" \
    '{ path = substr($2, length(root) + 1); sub(/^build\/lint\//, "", path)
       if (path ~ /^src\/.*\.(cpp|cxx)$/ && path !~ /(page|builtin)\.cpp$/) print $2 "\t" $1 }')
printf '%s\n' "${units[@]}" | tr '\t' '\n' | xargs -d '\n' -P "$(nproc)" -n 2 bash -euc 'lint "$@"' lint
echo "lint: ${#units[@]} units of src analysed"
