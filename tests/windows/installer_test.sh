#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs Polyglot under Wine, uses it, and removes it again: installer_test.sh SETUP COMMAND...
# COMMAND starts a program for Windows, with WINEPREFIX in the environment. Prints "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
setup=${1:?usage: installer_test.sh SETUP COMMAND...}
shift
wine=("$@")

installed="$WINEPREFIX/drive_c/Program Files/Polyglot"
# values KEY: how many values below this key of Windows' settings, of the machine and of the user, name Polyglot.
values() {
  local root
  for root in HKLM HKCU; do
    "${wine[@]}" reg query "$root\\Software\\Microsoft\\Windows\\CurrentVersion\\$1" /s 2>/dev/null
  done | grep -ci 'polyglot'
}
has_values() { [[ $(values "$1") -gt 0 ]]; }
has_none() { [[ $(values "$1") -eq 0 ]]; }
starts_by_itself() { find "$WINEPREFIX/drive_c" -ipath '*/startup/*polyglot*' | grep .; }
reads_its_book() {
  "${wine[@]}" 'C:\Program Files\Polyglot\polyglot.exe' probe \
    'C:\Program Files\Polyglot\share\polyglot\starter.bin' | grep -q '^e2e4 '
}
# The uninstaller goes on in another process.
is_removed() {
  local left
  for _ in {1..600}; do
    left=$(find "$installed" 2>/dev/null)
    [[ -n $left ]] || return 0
    sleep 0.1
  done
  echo "$left"
  return 1
}

"${wine[@]}" "$setup" /S
check 'the program is installed' test -f "$installed/polyglot.exe"
check 'the installed program reads the installed book' reads_its_book
check 'Windows lists it among the programs' has_values Uninstall
check 'nothing starts by itself' has_none Run
check 'not even from the Startup folder' eval '! starts_by_itself'
"${wine[@]}" "$installed/Uninstall.exe" /S
check 'nothing is left' is_removed
check 'and Windows lists it no more' has_none Uninstall

finish_checks
