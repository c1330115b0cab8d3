# SPDX-License-Identifier: MIT
# Merge a small book with a large one, so that both count the same
polyglot merge-book book.bin other.bin --by share -o all.bin
polyglot info-book all.bin
# shows: 40 entries
