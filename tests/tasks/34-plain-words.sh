# SPDX-License-Identifier: MIT
# Look a position up by the moves that lead to it
polyglot probe book.bin e4 c5
polyglot probe book.bin "1. e4 c5"
polyglot key "1. e4 c5"
# shows: ^[0-9a-f]{16} rnbqkbnr/pp1ppppp
