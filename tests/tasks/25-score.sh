# SPDX-License-Identifier: MIT
# See games and score of each move
polyglot make-book games.pgn --learn --min-game 1 -o new.bin
polyglot probe new.bin
# shows: move +san +weight +share +n +sum
# shows: e4 .* 10 +13$
