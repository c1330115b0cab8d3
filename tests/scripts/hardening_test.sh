#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks into the release program $1: what makes the most of a memory error harder to use is built in.
set -euo pipefail
program=$1
bad=0
check() { # NAME PATTERN WORDS...: the words of readelf say PATTERN of the program
  local name=$1 pattern=$2
  # Read to its end: readelf fails where nobody reads on.
  if readelf --wide "${@:3}" "$program" | grep -E "$pattern" >/dev/null; then echo "$program: $name"; return; fi
  echo "$program lacks: $name" >&2
  bad=1
}
check "position independent" 'Type: +DYN' --file-header
check "read-only relocations" 'GNU_RELRO' --segments
check "bound before it begins" 'BIND_NOW|Flags:.* NOW' --dynamic
check "a stack without code" 'GNU_STACK.* RW +0x' --segments
check "a stack protector" '__stack_chk_fail' --symbols --dyn-syms
check "checked buffers" '__[a-z]+_chk' --symbols --dyn-syms
exit "$bad"
