# SPDX-License-Identifier: MIT
# See what a book plays after some moves
polyglot probe book.bin 1. e4 e5 2. Nf3
# shows: Nc6 
