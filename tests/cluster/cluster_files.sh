# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# What the tests of the cluster's scripts share: games, the book that make-book makes of them, a program that can be held in
# mid-run, and checks. Source it with POLYGLOT and RANDOM_GAMES set.

: "${POLYGLOT:?}" "${RANDOM_GAMES:?}"
for program in "$POLYGLOT" "$RANDOM_GAMES"; do
  [[ -x $program ]] || { echo "there is no program $program: build it first" >&2; exit 1; }
done
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/support/checks.sh
. "$sources/tests/support/checks.sh"
folder=$(mktemp -d)
chmod 755 "$folder"
work=$folder/steps book=$folder/book.bin

skip() {
  echo "skipped: $1"
  rm -rf "$folder"
  exit 77
}

fails_with() { # STATUS COMMAND...
  local expected=$1 status
  shift
  "$@"
  status=$?
  [[ $status -eq $expected ]] || { echo "exit code $status instead of $expected"; return 1; }
}
fails_with_any() { if "$@"; then echo "exit code 0" && return 1; fi; }
says() { # STATUS PATTERN COMMAND...
  local expected=$1 pattern=$2
  shift 2
  "$@" >"$folder/refusal" 2>&1
  if [[ $? -ne $expected ]] || ! grep -Eq -- "$pattern" "$folder/refusal"; then
    cat "$folder/refusal"
    return 1
  fi
}
log_has() { grep -Eq "$1" "$work/log" || { echo "the log has no $1"; return 1; }; }

# Twenty parts of different sizes, packed in each way in turn. The last one is the largest; it is packed in many members, and
# cut into three shards.
make_games() {
  local number part
  mkdir -p "$folder/games"
  for ((number = 1; number <= 20; number++)); do
    part=$folder/games/part$(printf %02d "$number").pgn
    "$RANDOM_GAMES" plain $((number * number)) "$number" >"$part"
    case $((number % 4)) in
      1) gzip "$part" ;;
      2) bzip2 "$part" ;;
      3) zstd -q --rm "$part" ;;
    esac
  done
  "$RANDOM_GAMES" plain 2000 20 | split --lines=2000 --filter="gzip -c >>$part.gz"
  rm "$part"
}
count_filters=(--max-ply 30 --min-elo 1500)
book_filters=(--min-game 2)
# shellcheck disable=SC2034  # of the tests
script_options=("$folder/games" --polyglot "$folder/program" --count "${count_filters[*]}" --book "${book_filters[*]}"
                --out "$book" --work "$work" --ranges 4 --memory 64M --shard-size 170000)
make_expected() { "$POLYGLOT" make-book "$@" "${count_filters[@]}" "${book_filters[@]}" --out "$folder/expected.bin"; }
is_expected() { cmp "$folder/expected.bin" "$book"; }

# A program that does what polyglot does. While the file hold.PART is there, counting PART stops in mid-run: its number is in
# held.PART then, and hold.PART is gone, so that the next one runs through. While fail.PART is there, it fails.
make_program() {
  cat >"$folder/program" <<END
#!/usr/bin/env bash
part=\${2##*/} part=\${part%%.*}
if [[ \$1 == count-games && -e $folder/fail.\$part ]]; then
  echo "\$part cannot be read today" >&2
  exit 1
fi
if [[ \$1 == count-games ]] && mv "$folder/hold.\$part" "$folder/taken.\$part.\$\$" 2>/dev/null; then
  $POLYGLOT "\$@" &
  kill -STOP \$!
  echo \$! >"$folder/held.\$part.new"
  mv "$folder/held.\$part.new" "$folder/held.\$part"
  wait \$!
  exit
fi
exec $POLYGLOT "\$@"
END
  chmod +x "$folder/program"
}
hold() { touch "$folder/hold.$1"; }
# Waits until PART is held, and sets held to its process.
wait_for_held() {
  local rounds=0
  until [[ -s $folder/held.$1 ]]; do
    rounds=$((rounds + 1))
    [[ $rounds -lt 3000 ]] || { echo "$1 is not held"; return 1; }
    sleep 0.1
  done
  held=$(<"$folder/held.$1")
  rm "$folder/held.$1"
}
kill_held() { wait_for_held "$1" && kill -KILL "$held"; }

# Another file, which is plain and cut into four shards.
add_games() {
  "$RANDOM_GAMES" plain 1000 77 >"$folder/games/part21.pgn"
  make_expected "$folder/games" >/dev/null
}

counts_files() { (cd "$work" && sha256sum parts/*.counts sums/*.counts sums/*.piece); }
# Nothing of a run but results and their checksums is left among the results.
no_leftovers() { [[ $(find "$work/parts" "$work/sums" -type f | grep -Ecv '/[0-9a-f]{32}(-[0-9]+)?\.(counts|piece|(counts|piece)\.sum|book)$') -eq 0 ]]; }

finish_tests() {
  [[ $failed -eq 0 || ! -e $work/log ]] || tail -n 20 "$work/log"
  finish_checks
}
