# SPDX-License-Identifier: MIT
# See where your games left your book
polyglot review-games games.pgn book.bin --player Adams
# shows: plies +left by
