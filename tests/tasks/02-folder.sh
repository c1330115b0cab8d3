# SPDX-License-Identifier: MIT
# Make a book of a folder of PGN files
polyglot make-book folder -o new.bin
# shows: Games: +18 read
