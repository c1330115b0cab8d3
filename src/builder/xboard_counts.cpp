// SPDX-License-Identifier: MIT
#include "builder/xboard_counts.hpp"
#include <algorithm>
#include <iterator>

namespace polyglot::builder {
namespace {

using book::RawEntry;

/// The number of buffered entries that are merged into the book at once.
constexpr std::size_t kFullBuffer = 2047;

std::uint32_t whole_code(const Record& record) noexcept {
  return record.move | std::uint32_t{record.extra} << 16;
}

/// Adds wins to `weight` and the low half of `learn`, losses to the high half. A draw counts as both. The
/// numbers wrap around.
void count_result(RawEntry& entry, const Record& record) noexcept {
  const auto wins = static_cast<std::uint16_t>(entry.weight + (record.half_points > 0 ? 1 : 0));
  const auto losses = static_cast<std::uint16_t>(entry.learn_games() + (record.half_points < 2 ? 1 : 0));
  entry.weight = wins;
  entry.learn = book::encode_learn(losses, wins);
}

RawEntry first_entry(const Record& record) noexcept {
  RawEntry entry{.key = record.key, .move = record.move};
  count_result(entry, record);
  return entry;
}

}  // namespace

void XBoardCounts::add(const Record& record) {
  if (count(book_, record) || count(buffer_, record)) return;
  if (std::ranges::binary_search(buffer_, record.key, {}, &RawEntry::key)) return insert(first_entry(record));
  const auto [place, is_first] = once_.try_emplace(record.key, first_entry(record));
  if (is_first) return;
  RawEntry before = place->second;
  once_.erase(place);
  if (before.move == whole_code(record)) {
    count_result(before, record);
    insert(before);
  } else {
    insert(before);
    insert(first_entry(record));
  }
  if (buffer_.size() >= kFullBuffer) merge();
}

/// False if the entries do not have the move. A move that has overflowed is never found.
bool XBoardCounts::count(Entries& entries, const Record& record) {
  // clang 14 cannot take the result of equal_range().
  const auto first = std::ranges::lower_bound(entries, record.key, {}, &RawEntry::key);
  const auto last = std::ranges::upper_bound(first, entries.end(), record.key, {}, &RawEntry::key);
  const auto found = std::ranges::find(first, last, whole_code(record), &RawEntry::move);
  if (found == last) return false;
  count_result(*found, record);
  return true;
}

/// Inserts after the entries of the same position.
void XBoardCounts::insert(const RawEntry& entry) {
  buffer_.insert(std::ranges::upper_bound(buffer_, entry.key, {}, &RawEntry::key), entry);
}

/// Equal keys of the book stay before those of the buffer.
void XBoardCounts::merge() {
  Entries merged;
  merged.reserve(book_.size() + buffer_.size());
  std::ranges::merge(book_, buffer_, std::back_inserter(merged), {}, &RawEntry::key, &RawEntry::key);
  book_ = std::move(merged);
  buffer_.clear();
}

void XBoardCounts::add(std::uint64_t number, std::span<const Record> records) {
  const std::scoped_lock lock(mutex_);
  pending_.try_emplace(number, records.begin(), records.end());
  for (auto first = pending_.begin(); first != pending_.end() && first->first == next_; ++next_) {
    for (const Record& record : first->second) add(record);
    first = pending_.erase(first);
  }
}

}  // namespace polyglot::builder
