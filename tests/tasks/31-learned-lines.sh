# SPDX-License-Identifier: MIT
# See which lines won and which lost
polyglot learn-games games.pgn book.bin
polyglot info-book book.bin
# shows: Best learned moves
# shows: 1\. e4 e5 2\. Nf3
