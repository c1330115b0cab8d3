# SPDX-License-Identifier: MIT
# Repair a damaged book
polyglot check-book damaged.bin --repair -o good.bin
polyglot check-book good.bin
# shows: Keys out of order +: +0
