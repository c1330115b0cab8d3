#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries packages in fresh systems: package_test.sh FOLDER_OF_PACKAGES [SYSTEM...]; as root, with a mirror of Debian.
# SYSTEM: bookworm, trixie and Ubuntu's noble install the .deb where Debian's polyglot is, bullseye and buster unpack the
# .tar.zst. In each the program plays a move of the starter book; in "empty" there is only what was unpacked.
# SYSTEMS=FOLDER keeps the fresh systems.
# Prints "N passed, N failed"; exit status 1 on a failure.
set -uo pipefail
packages=$(cd "${1:?usage: package_test.sh FOLDER_OF_PACKAGES [SYSTEM...]}" && pwd) || exit
shift
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/support/checks.sh
. "$here/../support/checks.sh"
systems=${SYSTEMS:-$(mktemp -d)}
[[ -n ${SYSTEMS:-} ]] || trap 'rm -rf --one-file-system "$systems"' EXIT
[[ $# -gt 0 ]] || set -- bookworm noble bullseye empty

# check_program NAME ROOT PROGRAM [argument...]: it succeeds in the system below ROOT.
check_program() {
  if chroot "${@:2}" >"$2.log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    echo "passed: $1"
  else
    fail "$1" "$(tail -n 20 "$2.log")"
  fi
}

# check NAME ROOT COMMANDS
check() {
  check_program "$1" "$2" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin:/usr/games:/usr/local/bin LANG=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive bash -e -o pipefail -c "$3"
}

unpack() { tar -C "$1" --zstd -xf "$(echo "$packages"/polyglot-*-linux-x86_64.tar.zst)" --strip-components=1; }

# fresh_system NAME: makes it, unless it has been kept; prints its folder.
fresh_system() {
  local root=$systems/$1 mirror=http://deb.debian.org/debian ubuntu=
  case $1 in
    buster) mirror=http://archive.debian.org/debian ;;
    noble) mirror=http://archive.ubuntu.com/ubuntu ubuntu=yes ;;
  esac
  if [[ ! -e $root.made ]]; then
    # One script of debootstrap is that of all Ubuntus, known to it by name or not.
    debootstrap --variant=minbase "$1" "$root" "$mirror" ${ubuntu:+/usr/share/debootstrap/scripts/gutsy} >"$root.log" 2>&1 ||
      { tail -n 5 "$root.log" >&2; return 1; }
    [[ -z $ubuntu ]] || echo "deb $mirror $1 main universe" >"$root/etc/apt/sources.list"
    touch "$root.made"
  fi
  rm -rf "$root.used"
  cp -a "$root" "$root.used"
  cp /etc/resolv.conf "$root.used/etc/"
  mount -t proc proc "$root.used/proc" || return
  mkdir "$root.used/packages" "$root.used/consumer"
  cp "$packages"/* "$root.used/packages/" && cp "$here/../consumer"/* "$root.used/consumer/" || return
  echo "$root.used"
}

# An engine of a few lines: no package is needed for it.
engine='#!/bin/sh
while read -r word rest; do
  case $word in
    uci) echo "id name Small"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "bestmove a2a3" ;;
    quit) exit ;;
  esac
done'
# play PROGRAM: a move of the starter book, and how fast the engine dies.
play() {
  printf '%s\n' "printf '%s\n' '$engine' >/engine; chmod +x /engine" \
    "printf 'uci\nposition startpos\ngo movetime 10\nquit\n' | $1 -noini -ec /engine -pg Book=true | tee /said" \
    "grep 'info string book .*/share/polyglot/starter.bin' /said" \
    "printf '[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n' >/games.pgn" \
    "$1 make-book /games.pgn -min-game 1 -out /made.bin; $1 probe /made.bin -moves e4 | grep e7e5"
}

for system in "$@"; do
  if [[ $system == empty ]]; then
    root=$systems/empty
    mkdir "$root" && unpack "$root"
    check_program "$system: the static program reads the starter book" "$root" /bin/polyglot probe /share/polyglot/starter.bin
    rm -rf "$root"
    continue
  fi
  root=$(fresh_system "$system") || { fail "$system is not available"; continue; }
  case $system in
    bullseye | buster)
      unpack "$root/opt"
      check "$system: the static program plays from the starter book" "$root" "$(play /opt/bin/polyglot)"
      check "$system: with the licences of all that it carries" "$root" \
        'for part in glibc gcc boost zlib bzip2 libzstd libinih fmtlib; do grep -q "^[^ ]* of $part" /opt/share/doc/polyglot/NOTICES; done' ;;
    *)
      check "$system: Debian's polyglot" "$root" 'apt-get update; apt-get install -y --no-install-recommends polyglot'
      check "$system: the package takes its place" "$root" \
        'apt-get install -y --no-install-recommends /packages/polyglot_*.deb; polyglot --version | grep "Polyglot [^2]"
         test "$(command -v polyglot)" = /usr/games/polyglot; dpkg --verify polyglot | (! grep .)'
      check "$system: with the licences of all that it carries" "$root" \
        'zgrep -c "^[^ ]* of " /usr/share/doc/polyglot/NOTICES.gz; grep -q Expat /usr/share/doc/polyglot/copyright'
      check "$system: it plays from the starter book" "$root" "$(play polyglot)"
      check "$system: a newcomer installs it and plays with a book of games" "$root" \
        'apt-get install -y --no-install-recommends stockfish; SECONDS=0
         apt-get install -y --reinstall /packages/polyglot_*.deb
         printf "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n" >/games.pgn
         polyglot make-book /games.pgn --min-game 1 --out /my.bin
         polyglot init --engine stockfish --book /my.bin --out /my.ini
         printf "e4\nquit\n" | polyglot play /my.ini | tee /said; grep "e5.*book" /said; echo "$SECONDS" >/seconds'
      [[ ! -s $root/seconds ]] || echo "which takes $(<"$root/seconds") s"
      check "$system: it plays where the PATH does not have it" "$root" \
        "PATH=/usr/bin:/bin; $(play /usr/games/polyglot)"
      check "$system: its manual page is read and its words completed" "$root" \
        'apt-get install -y --no-install-recommends man-db bash-completion
         man 6 polyglot | grep -q BookFile
         . /usr/share/bash-completion/bash_completion; set +e; _completion_loader polyglot; set -e; complete -p polyglot'
      check "$system: XBoard finds it" "$root" \
        'apt-get install -y --no-install-recommends xboard xvfb stockfish xfonts-base
         cd /tmp; mkdir -p /tmp/.X11-unix; Xvfb :9 -nolisten tcp & trap "kill $!" EXIT; until test -e /tmp/.X11-unix/X9; do sleep 1; done
         DISPLAY=:9 HOME=/tmp timeout 300 xboard -mg 1 -matchPause 10 -xanimate -popupExitMessage false -soundProgram true \
           -depth 1 -tc 0:10 -mps 200 -fd . -sd . -debug -nameOfDebugFile /tmp/debug.txt \
           -fcp "polyglot -noini -ec stockfish -pg Book=true -pg Log=true -pg LogFile=/tmp/talk.log" -scp stockfish -sUCI
         grep "StartChildProcess.*polyglot -noini -ec \"stockfish\"" /tmp/debug.txt; grep "book move" /tmp/talk.log'
      check "$system: the example works where it is installed" "$root" \
        'sed "s|^EngineCommand = .*|EngineCommand = /engine|; /^Hash/d; /^Threads/d" \
           /usr/share/doc/polyglot/examples/polyglot.ini >/my.ini; polyglot --check-config /my.ini'
      check "$system: the library is installed" "$root" \
        'apt-get install -y --no-install-recommends /packages/libpolyglot-dev_*.deb g++ clang cmake make'
      for compiler in g++ clang++; do
        check "$system: somebody else's program is built by $compiler, with CMake" "$root" \
          "cmake -S /consumer -B /by-$compiler -DCMAKE_CXX_COMPILER=$compiler; cmake --build /by-$compiler
           /by-$compiler/reader /usr/share/polyglot/starter.bin"
        check "$system: somebody else's program is built by $compiler, with pkg-config" "$root" \
          "$compiler -std=c++20 /consumer/reader.cpp -o /reader \$(pkg-config --cflags --libs polyglot)
           /reader /usr/share/polyglot/starter.bin"
      done
      check "$system: it can be removed" "$root" \
        'apt-get purge -y polyglot libpolyglot-dev; test ! -e /usr/games/polyglot; test ! -e /usr/share/polyglot' ;;
  esac
  umount "$root/proc"
  rm -rf --one-file-system "$root"
done
finish_checks
