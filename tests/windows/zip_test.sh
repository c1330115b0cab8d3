#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks into the zip for Windows: zip_test.sh ZIP. Prints "N passed, N failed".
set -uo pipefail
# shellcheck source=tests/support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
zip=$(realpath "${1:?usage: zip_test.sh ZIP}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit

# The DLLs that every Windows has. On others, users would have to install something.
of_windows='^(kernel32|advapi32|user32|shell32|shlwapi|ole32|msvcrt|ntdll|ws2_32|mswsock|bcrypt|api-ms-win-.*)\.dll$'
needs_no_dll() {
  local needed others
  needed=$(x86_64-w64-mingw32-objdump -p polyglot-*/polyglot.exe | sed -n 's/.*DLL Name: //p' | tr '[:upper:]' '[:lower:]')
  [[ -n $needed ]] || { echo "no program was read"; return 1; }
  others=$(grep -Ev "$of_windows" <<<"$needed")
  [[ -z $others ]] || { echo "needs $others"; return 1; }
}

check 'the zip can be unpacked' python3 -m zipfile -e "$zip" .
for file in polyglot.exe doc/README.md doc/NOTICES doc/docs/windows.md doc/examples/polyglot.ini share/polyglot/starter.bin share/polyglot/openings.tsv; do
  check "it has $file" test -s "$(echo polyglot-*)/$file"
done
check 'the program needs the DLLs of Windows alone' needs_no_dll

finish_checks
