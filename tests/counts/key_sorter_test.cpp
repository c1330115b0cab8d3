// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <polyglot/counts/key_sorter.hpp>

namespace polyglot::counts {
namespace {

struct Numbered {
  std::uint64_t key;
  std::uint32_t number;

  friend bool operator==(const Numbered&, const Numbered&) = default;
};

/// Sorts keys, numbered in their order, and expects what a stable sort by comparing makes of them.
void expect_sorted(const std::vector<std::uint64_t>& keys, std::uint64_t lowest, std::uint64_t highest) {
  std::vector<Numbered> expected;
  for (const std::uint64_t key : keys) expected.push_back({key, static_cast<std::uint32_t>(expected.size())});
  KeySorter<Numbered> sorter;
  sorter.sort(keys.size(), lowest, highest, [items = expected](const auto& take) {
    for (const Numbered& item : items) take(item);
  });
  std::ranges::stable_sort(expected, {}, &Numbered::key);
  EXPECT_TRUE(std::ranges::equal(sorter.sorted(), expected)) << keys.size() << " keys";
}

TEST(KeySorter, SortsLikeAStableSort) {
  constexpr std::uint64_t kAllOnes = ~std::uint64_t{0};
  std::mt19937_64 random(1);
  for (const std::size_t size : {0, 1, 2, 3, 64, 1000}) {
    std::vector<std::uint64_t> keys(size);
    std::ranges::generate(keys, random);
    expect_sorted(keys, 0, kAllOnes);
    // Most keys in one share, which is too large for insertions, and many equal ones.
    for (std::uint64_t& key : keys) key = key % 8 == 0 ? key : key % 100;
    expect_sorted(keys, 0, kAllOnes);
    for (std::uint64_t& key : keys) key = 5000 + key % 50;
    expect_sorted(keys, 5000, 5049);
  }
  expect_sorted({7, 7, 7}, 7, 7);
}

}  // namespace
}  // namespace polyglot::counts
