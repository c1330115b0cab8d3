# SPDX-License-Identifier: MIT
# Build a book from a PGN file
polyglot make-book games.pgn -o new.bin
# shows: Games: +18 read, 18 used
# shows: new\.bin: [0-9]+ entries
