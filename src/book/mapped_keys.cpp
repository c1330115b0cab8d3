// SPDX-License-Identifier: MIT
#include "book/mapped_keys.hpp"
#include <algorithm>
#include <limits>
#include <utility>

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::book {
namespace {

/// 4 KiB: what the system has to fetch for one of them.
constexpr std::uint64_t kPageRecords = 256;
/// Keys are evenly spread: a few guesses by proportion find any. Halving is for books made to defeat them.
constexpr int kGuesses = 8;

}  // namespace

MappedKeys::MappedKeys(os::Mapping records)
    : records_(std::move(records)), bytes_(records_.bytes()), sorted_pages_(count() / kPageRecords + 1) {}

bool MappedKeys::lacks(chess::Key wanted) {
  std::uint64_t first = 0;
  std::uint64_t last = count();
  chess::Key low = 0;
  chess::Key high = std::numeric_limits<chess::Key>::max();
  for (int guesses = 0; first < last; ++guesses) {
    const double part =
        guesses < kGuesses ? static_cast<double>(wanted - low) / static_cast<double>(high - low) : 0.5;
    const auto guess = first + static_cast<std::uint64_t>(part * static_cast<double>(last - first));
    const std::uint64_t number = std::min(guess, last - 1);
    const chess::Key met = key(number);
    if (met == wanted || met < low || met > high) return false;
    if (met < wanted) {
      first = number + 1;
      low = met;
    } else {
      last = number;
      high = met;
    }
  }
  return is_sorted_around(first) && records_.is_intact();
}

std::uint64_t MappedKeys::count() const noexcept {
  return bytes_.size() / kRecordSize;
}

chess::Key MappedKeys::key(std::uint64_t number) const noexcept {
  return decode_key(bytes_.subspan(number * kRecordSize).first<kRecordSize>());
}

bool MappedKeys::is_sorted_around(std::uint64_t number) {
  const std::uint64_t page = number / kPageRecords;
  if (sorted_pages_[page]) return true;
  const std::uint64_t end = std::min((page + 1) * kPageRecords, count());
  chess::Key before = 0;
  for (std::uint64_t i = page * kPageRecords; i < end; ++i)
    if (std::exchange(before, key(i)) > before) return false;
  return sorted_pages_[page] = true;
}

}  // namespace polyglot::book
