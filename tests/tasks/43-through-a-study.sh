# SPDX-License-Identifier: MIT
# Write a book as a study, and build the same book from it again
polyglot dump-book book.bin --format pgn --tree -o study.pgn
polyglot make-book study.pgn --variations all --min-game 1 --keep-zero -o again.bin
cmp book.bin again.bin
# shows: study\.pgn: a tree of 40 entries
# shows: Variations: 6 read
