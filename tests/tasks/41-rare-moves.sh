# SPDX-License-Identifier: MIT
# See how many moves a threshold leaves out
polyglot make-book games.pgn -o new.bin
# shows: to keep them: --min-game 1
