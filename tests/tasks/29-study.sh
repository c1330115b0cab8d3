# SPDX-License-Identifier: MIT
# Build a book from a study, with its variations
printf '[Event "My Caro-Kann"]\n\n1. e4 c6 2. d4 (2. Nc3 d5) (2. c4 d5 3. cxd5) 2... d5 *\n' > study.pgn
polyglot make-book study.pgn --variations all --min-game 1 -o new.bin
polyglot probe new.bin e4 c6
# shows: Variations: 2 read, 5 plies
# shows: ^c2c4 +c4
# shows: ^b1c3 +Nc3
