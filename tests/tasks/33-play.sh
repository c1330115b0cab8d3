# SPDX-License-Identifier: MIT
# Play a game in the terminal
polyglot init --engine stockfish --book book.bin
printf 'book\nd4\nquit\n' | polyglot play --movetime 0.1
# shows: a b c d e f g h
# shows: book: 
# shows: ^1\. d4 
