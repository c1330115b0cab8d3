# SPDX-License-Identifier: MIT
# Look a thousand positions up
polyglot probe book.bin --fens positions.fen | wc -l
polyglot key - < positions.fen | wc -l
# shows: ^1000$
