# SPDX-License-Identifier: MIT
# Compare two books, the greatest differences first
polyglot diff-book book.bin other.bin || test $? = 1
# shows: A: book\.bin
# shows: B: other\.bin
# shows: ^1\. e4 .*%
# shows: only in A
