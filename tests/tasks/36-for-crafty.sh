# SPDX-License-Identifier: MIT
# Use a book in Crafty
polyglot convert book.bin --format crafty -o crafty.bin
polyglot info-book crafty.bin
# shows: [Cc]rafty
