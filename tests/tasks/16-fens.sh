# SPDX-License-Identifier: MIT
# Look up a thousand positions
polyglot probe book.bin --fens positions.fen | wc -l
polyglot key - < positions.fen | wc -l
# shows: ^1000$
