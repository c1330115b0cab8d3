# SPDX-License-Identifier: MIT
# Build a book of a variant, and look into it by the name that players use
printf '[Variant "Crazyhouse"]\n[Result "1-0"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d6 1-0\n' > zh.pgn
polyglot make-book zh.pgn --variant zh --min-game 1 -o zh.bin
polyglot probe zh.bin e4 d5
# shows: ^e4d5 +exd5
