# SPDX-License-Identifier: MIT
# Build a player's repertoire
polyglot make-book games.pgn --player Adams --side-of-player --min-game 1 -o adams.bin
polyglot probe adams.bin d4
# shows: used
# shows: Nf6 
# shows: d5 
