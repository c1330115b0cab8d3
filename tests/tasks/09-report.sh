# SPDX-License-Identifier: MIT
# See which games were skipped, and why
polyglot make-book games.pgn damaged.pgn --report skipped.txt -o new.bin
cat skipped.txt
# shows: damaged\.pgn:[0-9]+: .*Ke3
