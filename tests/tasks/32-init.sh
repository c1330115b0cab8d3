# SPDX-License-Identifier: MIT
# Write a configuration for an engine and a book
polyglot init --engine stockfish --book book.bin
polyglot --check-config
# shows: polyglot.ini: Stockfish .* with .*book.bin
# shows: ^The configuration works\.
