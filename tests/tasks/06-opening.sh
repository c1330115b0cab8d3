# SPDX-License-Identifier: MIT
# Take games of an opening only
polyglot make-book games.pgn --eco C60-C99 --min-game 1 -o spanish.bin
# shows: 18 read, 5 used
