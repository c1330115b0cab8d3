# SPDX-License-Identifier: MIT
# See what an author wants to know before a game
polyglot review-book book.bin --side white
# shows: Lines that end early: [1-9]
