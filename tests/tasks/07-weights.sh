# SPDX-License-Identifier: MIT
# Weigh moves by score instead of by points
polyglot make-book games.pgn --weights score -o new.bin
polyglot probe new.bin
# shows: e4 +5750 
