# SPDX-License-Identifier: MIT
# See why a book does not answer
printf '[PolyGlot]\nEngineCommand = stockfish\nBook = true\nBookFile = book.bin\nBookDepth = 1\n' > my.ini
polyglot explain my.ini --moves e4 e5
# shows: book.bin: is used for 1 move only
