# SPDX-License-Identifier: MIT
# Drop rare moves
polyglot prune-book book.bin --min-share 20 -o small.bin
polyglot probe small.bin
# shows: small\.bin: [0-9]+ of [0-9]+ entries kept
# shows: too light
# shows: e4 
