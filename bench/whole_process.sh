# SPDX-License-Identifier: MIT
# Whole processes, timed from outside: sourced by the scripts beside it.
#
# Subjects take turns, so that what disturbs one disturbs all. A figure is the median over the rounds, a ratio the
# median of each round's own ratio.

[[ -x /usr/bin/time ]] || { echo "please install the package time" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure SET SUBJECT COMMAND...: seconds, and peak memory in KiB
measure() {
  local start=$EPOCHREALTIME end
  /usr/bin/time -f %M -o "$work/memory" "${@:3}" >/dev/null 2>&1
  end=$EPOCHREALTIME
  mkdir -p "$work/times/$1"
  awk -v start="$start" -v end="$end" '{ print end - start, $1 }' "$work/memory" >>"$work/times/$1/$2"
}

median() { sort -n | awk '{ a[NR] = $1 } END { print (a[int((NR + 1) / 2)] + a[int(NR / 2) + 1]) / 2 }'; }

seconds_of() { cut -d' ' -f1 "$work/times/$1/$2" | median | awk '{ printf "%.3f", $1 }'; }
megabytes_of() { cut -d' ' -f2 "$work/times/$1/$2" | median | awk '{ printf "%.0f", $1 / 1024 }'; }

# ratio_of SET BASE SUBJECT: how many times faster than BASE; nothing if that was not measured
ratio_of() {
  [[ -f $work/times/$1/$2 ]] || return 0
  paste -d' ' "$work/times/$1/$2" "$work/times/$1/$3" | awk '{ print $1 / $3 }' | median | awk '{ printf "%.2f", $1 }'
}
