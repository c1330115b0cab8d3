# SPDX-License-Identifier: MIT
# Convert a book to CSV and back
polyglot dump-book book.bin --format csv -o book.csv
polyglot convert book.csv again.bin
cmp book.bin again.bin && head -2 book.csv
# shows: key,code,weight
