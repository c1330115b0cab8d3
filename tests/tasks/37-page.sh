# SPDX-License-Identifier: MIT
# Show a book to somebody who has no Polyglot
polyglot explore book.bin --export page.html
grep -c "<html" page.html
# shows: ^1$
