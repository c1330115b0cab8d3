// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace polyglot::counts {

/// Sorts items by their 64-bit numbers `key`, which are evenly spread, as keys of positions are. Items with
/// equal keys keep their order.
///
/// It divides the keys into about as many shares (equal ranges) as there are items, and puts each item into
/// its share. Then hardly anything is left to sort. With the keys 00, 9f, 41, 47 of 8 bits, 8 shares take the
/// upper 3 bits: 00 goes to share 0, 41 and 47 to share 2, 9f to share 4.
template <class Item>
class KeySorter {
 public:
  /// Sorts `count` items with keys from `lowest` to `highest`. `for_each(take)` passes all of them to `take`;
  /// sort() calls it twice.
  template <class ForEach>
  void sort(std::size_t count, std::uint64_t lowest, std::uint64_t highest, const ForEach& for_each) {
    sorted_.resize(count);
    if (count == 0) return;
    const auto bits = static_cast<int>(std::bit_width(count));
    const int dropped = std::max(static_cast<int>(std::bit_width(highest - lowest)) - bits, 0);
    const auto share_of = [=](const Item& item) {
      return static_cast<std::size_t>((item.key - lowest) >> dropped);
    };
    places_.assign((std::size_t{1} << bits) + 1, 0);
    for_each([&](const Item& item) { ++places_[share_of(item) + 1]; });
    std::uint32_t most = 0;
    std::uint32_t sum = 0;
    for (std::uint32_t& place : places_) {
      most = std::max(most, place);
      place = sum += place;
    }
    for_each([&](const Item& item) { sorted_[places_[share_of(item)]++] = item; });
    if (most > kMostOfShare) sort_large_shares();
    insert_each();
  }
  [[nodiscard]] std::span<const Item> sorted() const noexcept { return sorted_; }

 private:
  /// insert_each() is slow for larger shares, unless they are sorted already.
  static constexpr std::uint32_t kMostOfShare = 16;

  void sort_large_shares() {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : places_) {
      if (end - begin > kMostOfShare)
        std::ranges::stable_sort(sorted_.begin() + begin, sorted_.begin() + end, {}, &Item::key);
      begin = end;
    }
  }
  void insert_each() {
    for (std::size_t i = 1; i < sorted_.size(); ++i)
      for (std::size_t at = i; at > 0 && sorted_[at].key < sorted_[at - 1].key; --at)
        std::swap(sorted_[at], sorted_[at - 1]);
  }

  /// For each share, first where its next item goes; at last, where the share ends.
  std::vector<std::uint32_t> places_;
  std::vector<Item> sorted_;
};

}  // namespace polyglot::counts
