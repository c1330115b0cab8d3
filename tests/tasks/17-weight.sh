# SPDX-License-Identifier: MIT
# Change the weight of a move
polyglot edit-book book.bin e4 --set e5=500
polyglot probe book.bin e4
# shows: e5 +500
