# SPDX-License-Identifier: MIT
# Check a configuration before a tournament
printf '[PolyGlot]\nEngineCommand = stockfish\nBook = true\nBookFile = book.bin\n' > my.ini
polyglot my.ini --check-config
# shows: ^The configuration works
