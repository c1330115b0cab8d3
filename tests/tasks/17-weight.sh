# SPDX-License-Identifier: MIT
# Change the weight of a move
polyglot edit-book book.bin --moves e4 --set e5=500
polyglot probe book.bin --moves e4
# shows: e5 +500
