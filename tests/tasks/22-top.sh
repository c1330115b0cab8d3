# SPDX-License-Identifier: MIT
# Keep the best two moves of each position
polyglot prune-book book.bin --top 2 -o small.bin
polyglot probe small.bin
# shows: beyond the heaviest
# shows: e4 
# shows: d4 
