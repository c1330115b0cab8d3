# SPDX-License-Identifier: MIT
# Remove the moves of one book from another
polyglot prune-book book.bin --subtract other.bin -o rest.bin
# shows: [0-9]+ subtracted
