# SPDX-License-Identifier: MIT
# See what differs between two books, what matters most first
polyglot diff-book book.bin other.bin || test $? = 1
# shows: A: book\.bin
# shows: B: other\.bin
# shows: ^1\. e4 .*%
# shows: only in A
