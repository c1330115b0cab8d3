# SPDX-License-Identifier: MIT
# Remove a line and everything after it
polyglot edit-book book.bin --remove-line "1. e4 e6"
polyglot probe book.bin e4 e6
polyglot check-book book.bin
# shows: not in the book
# shows: Positions not reached +: +0
