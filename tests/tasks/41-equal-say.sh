# SPDX-License-Identifier: MIT
# Merge a small book with a large one, each with the same say
polyglot merge-book book.bin other.bin --by share -o all.bin
polyglot info-book all.bin
# shows: 40 entries
