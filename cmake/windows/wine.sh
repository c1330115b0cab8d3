#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a command under Wine, which keeps its files in FOLDER, and shows no dialogs or debug messages: wine.sh FOLDER COMMAND...
# Wine would ask for browsers' engines, and look for joysticks a thousand times a second.
export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winebus.sys="
shift
mkdir -p "$WINEPREFIX"
# Wine's server, and the services that the first program starts, keep the standard streams of whoever starts them, and a
# reader would wait for their end. Therefore they start apart. Without programs, they go on for a minute, because their
# start takes longer than most tests. The server fails at once if it is running.
(
  flock 9
  exec </dev/null >/dev/null 2>&1
  if wineserver -p60 9>&-; then wine wineboot --init 9>&-; fi
) 9>"$WINEPREFIX/start.lock" || true
# The command writes to files. Wine cannot end a program that is killed while it starts: its process stays and keeps the standard
# streams, and a reader would wait for their end.
output=$(mktemp -d "$WINEPREFIX/output.XXXXXX")
status=0
"$@" >"$output/out" 2>"$output/errors" || status=$?
cat "$output/out"
cat "$output/errors" >&2
rm -r "$output"
exit "$status"
