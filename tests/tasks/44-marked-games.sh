# SPDX-License-Identifier: MIT
# Mark in the games where each left the book
polyglot review-games games.pgn other.bin --format pgn -o marked.pgn
grep -h "book" marked.pgn
# shows: \{the book ended before this move\}
