// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace polyglot::proxy::testing {

/// Leaves out whatever is not needed for `fails` to hold: ddmin, first in large pieces, then in small ones.
template <class Item, class Predicate>
[[nodiscard]] std::vector<Item> minimise(std::vector<Item> items, const Predicate& fails) {
  for (std::size_t piece = std::max<std::size_t>(items.size() / 2, 1);;
       piece = std::max<std::size_t>(piece / 2, 1)) {
    bool smaller = false;
    for (std::size_t at = 0; at < items.size();) {
      const auto begin = items.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, items.size() - at));
      std::vector<Item> fewer(items.begin(), begin);
      fewer.insert(fewer.end(), end, items.end());
      if (fails(fewer)) {
        items = std::move(fewer);
        smaller = true;
      } else {
        at += piece;
      }
    }
    if (piece == 1 && !smaller) return items;
  }
}

}  // namespace polyglot::proxy::testing
