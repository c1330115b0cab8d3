# SPDX-License-Identifier: MIT
# Leave out games that occur twice
polyglot make-book games.pgn --unique -o new.bin
# shows: 1 duplicates
