# SPDX-License-Identifier: MIT
# Learn the results of a match
polyglot learn-games games.pgn book.bin --backup
polyglot learn-games games.pgn book.bin
# shows: book.bin: [0-9]+ games learned, [0-9]+ moves of the book; the old file is book.bin~
# shows: book.bin: 0 games learned, 0 moves of the book
