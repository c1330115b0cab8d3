#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs a command under Wine, which keeps its files in FOLDER, and shows no dialogs or debug messages: wine.sh FOLDER COMMAND...
export WINEPREFIX="$1" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
shift
exec "$@"
