# SPDX-License-Identifier: MIT
# Add a line
polyglot edit-book book.bin --add-line "1. e4 e5 2. Nf3 Nf6" --weight 100
polyglot probe book.bin e4 e5 Nf3
# shows: Nf6 +100
# shows: Nc6 
