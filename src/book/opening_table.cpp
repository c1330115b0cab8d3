// SPDX-License-Identifier: MIT
#include "book/opening_table.hpp"
#include <algorithm>

namespace polyglot::book {

bool OpeningTable::add(chess::Key key, chess::Move move) {
  constexpr std::size_t kLeastNew = 65536;
  if (counts_.size() >= added_up_ + std::max(kLeastNew, added_up_ / 2)) finish();
  counts_.push_back({.key = key, .move = move, .count = 1});
  return added_up_ <= kMost;
}

void OpeningTable::finish() {
  std::ranges::stable_sort(counts_, {}, &OpeningCount::key);
  std::size_t kept = 0;
  std::size_t first = 0;  // of the position
  for (const OpeningCount& next : counts_) {
    if (first < kept && counts_[first].key != next.key) first = kept;
    const auto begin = counts_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = counts_.begin() + static_cast<std::ptrdiff_t>(kept);
    const auto same = std::find_if(begin, end, [&](const OpeningCount& c) { return c.move == next.move; });
    if (same == end)
      counts_[kept++] = next;
    else
      same->count += next.count;
  }
  counts_.resize(kept);
  added_up_ = kept;
}

std::span<const OpeningCount> OpeningTable::find(chess::Key key) const {
  // Not equal_range(), whose result clang 14 cannot take.
  return {std::ranges::lower_bound(counts_, key, {}, &OpeningCount::key),
          std::ranges::upper_bound(counts_, key, {}, &OpeningCount::key)};
}

}  // namespace polyglot::book
