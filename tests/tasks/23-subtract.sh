# SPDX-License-Identifier: MIT
# Take the moves of one book out of another
polyglot prune-book book.bin --subtract other.bin -o rest.bin
# shows: [0-9]+ subtracted
