# SPDX-License-Identifier: MIT
# Check many books at once
for book in *.bin; do echo "$book"; polyglot check-book "$book" || true; done
# shows: ^other\.bin$
# shows: Keys out of order +: +[1-9]
