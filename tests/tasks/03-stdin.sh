# SPDX-License-Identifier: MIT
# Build a book from packed games on standard input
gzip -c games.pgn | polyglot make-book - -o new.bin
# shows: Games: +18 read
