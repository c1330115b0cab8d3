# SPDX-License-Identifier: MIT
# Check a book
polyglot check-book book.bin
# shows: Illegal moves +: +0
# shows: Positions not reached +: +0
