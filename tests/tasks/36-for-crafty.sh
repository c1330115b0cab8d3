# SPDX-License-Identifier: MIT
# Use a book in Crafty
polyglot convert book.bin --format crafty -o crafty.bin
polyglot probe crafty.bin
# shows: count status
