# SPDX-License-Identifier: MIT
# Take games by rating and date only
polyglot make-book games.pgn --min-elo 2500 --since 2022 -o new.bin --min-game 1
# shows: Games: +18 read, 5 used
