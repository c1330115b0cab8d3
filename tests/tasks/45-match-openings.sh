# SPDX-License-Identifier: MIT
# Choose openings of a book for an engine match
polyglot make-openings book.bin --plies 4 -o suite.epd
cat suite.epd
# shows: hmvc [0-9]; fmvn 3;
