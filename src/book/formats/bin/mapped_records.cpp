// SPDX-License-Identifier: MIT
#include "book/formats/bin/mapped_records.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace polyglot::book {

MappedRecords::MappedRecords(os::Mapping records, std::span<const PageSample> samples)
    : records_(std::move(records)),
      samples_(samples.begin(), samples.end()),
      bytes_(records_.bytes()),
      sorted_pages_(count() / kPageRecords + 1) {}

std::optional<std::vector<RawEntry>> MappedRecords::find(chess::Key wanted) {
  const auto first = lower_bound(wanted);
  if (!first || !is_sorted_around(*first)) return std::nullopt;
  std::uint64_t end = *first;
  for (; end < count() && key(end) == wanted; ++end)
    if (end - *first == kMaxRecordsOfKey) return std::nullopt;
  std::vector<RawEntry> found;
  found.reserve(end - *first);
  for (std::uint64_t number = *first; number < end; ++number) found.push_back(decode_entry(record(number)));
  return records_.is_intact() ? std::optional(std::move(found)) : std::nullopt;
}

KeyRange MappedRecords::between_samples(chess::Key wanted) const noexcept {
  KeyRange range{.last = count()};
  const auto after = std::ranges::lower_bound(samples_, wanted, {}, &PageSample::front);
  if (after != samples_.end()) {
    range.last = after->page * kPageRecords;
    range.high = after->front;
  }
  if (after != samples_.begin()) {
    const PageSample& before = *std::prev(after);
    range.first = before.page * kPageRecords + 1;
    range.low = before.front;
  }
  return range;
}

std::optional<std::uint64_t> MappedRecords::lower_bound(chess::Key wanted) const noexcept {
  KeyRange range = between_samples(wanted);
  for (int tries = 0; range.first < range.last; ++tries) {
    std::uint64_t number = range.place_of(wanted, tries);
    const chess::Key met = key(number);
    if (met < range.low || met > range.high) return std::nullopt;
    if (met == wanted) {
      while (number > range.first && key(number - 1) == wanted) --number;
      return number;
    }
    if (met < wanted) {
      range.first = number + 1;
      range.low = met;
    } else {
      range.last = number;
      range.high = met;
    }
  }
  return range.first;
}

std::uint64_t MappedRecords::count() const noexcept {
  return bytes_.size() / kRecordSize;
}

std::span<const std::byte, kRecordSize> MappedRecords::record(std::uint64_t number) const noexcept {
  return bytes_.subspan(number * kRecordSize).first<kRecordSize>();
}

chess::Key MappedRecords::key(std::uint64_t number) const noexcept {
  return decode_key(record(number));
}

bool MappedRecords::is_sorted_around(std::uint64_t number) {
  const std::uint64_t page = number / kPageRecords;
  if (sorted_pages_[page]) return true;
  const std::uint64_t end = std::min((page + 1) * kPageRecords, count());
  chess::Key before = 0;
  for (std::uint64_t i = page * kPageRecords; i < end; ++i)
    if (std::exchange(before, key(i)) > before) return false;
  return sorted_pages_[page] = true;
}

}  // namespace polyglot::book
