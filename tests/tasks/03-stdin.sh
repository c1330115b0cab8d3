# SPDX-License-Identifier: MIT
# Make a book of packed games that come on standard input
gzip -c games.pgn | polyglot make-book - -o new.bin
# shows: Games: +18 read
