# SPDX-License-Identifier: MIT
# Take the results of a match back out of a book
polyglot learn-games games.pgn book.bin
polyglot learn-games games.pgn book.bin
polyglot unlearn-games games.pgn book.bin --backup
# shows: book.bin: [0-9]+ games learned, [0-9]+ moves of the book
# shows: book.bin: 0 games learned, 0 moves of the book
# shows: book.bin: [0-9]+ games unlearned, [0-9]+ moves of the book; the old file is book.bin~
