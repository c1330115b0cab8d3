# SPDX-License-Identifier: MIT
# See which lines won and which lost
polyglot learn-games games.pgn book.bin
polyglot learn-info book.bin
polyglot learn-info book.bin --format csv --count 1
# shows: Best moves
# shows: 1\. e4 e5 2\. Nf3
# shows: list,key,move,san,n,sum,score,line,opening
