# SPDX-License-Identifier: MIT
# Merge two books, one with three times its weight
polyglot merge-book book.bin:3 other.bin -o both.bin
polyglot probe both.bin
# shows: both\.bin: [0-9]+ positions
# shows: e2e4 +e4 
