# SPDX-License-Identifier: MIT
# See which replies of another book yours does not answer
polyglot review-book other.bin --against book.bin
# shows: Replies of the other book without an answer
