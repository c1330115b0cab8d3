# SPDX-License-Identifier: MIT
# Build a book from a folder of PGN files
polyglot make-book folder -o new.bin
# shows: Games: +18 read
