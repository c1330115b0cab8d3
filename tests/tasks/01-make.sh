# SPDX-License-Identifier: MIT
# Make a book of a PGN file
polyglot make-book games.pgn -o new.bin
# shows: Games: +18 read, 18 used
# shows: new\.bin: [0-9]+ entries
