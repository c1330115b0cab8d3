# SPDX-License-Identifier: MIT
# Write a book as one game with variations, for Scid or a study
polyglot dump-book book.bin --format pgn --tree
# shows: ^1\. e4 \{weight [0-9]+, [0-9]+%\} \(1\. d4 
