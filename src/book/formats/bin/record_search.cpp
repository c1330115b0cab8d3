// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include "book/formats/bin/record_search.hpp"

namespace polyglot::book {

namespace {

constexpr std::uint64_t kSamples = 16;
/// The block size for reading all records.
constexpr std::uint64_t kListBlock = 8192;

constexpr chess::Key kGreatestKey = std::numeric_limits<chess::Key>::max();

}  // namespace

Result<RecordSearch> RecordSearch::over(const RecordSource& source) {
  RecordSearch search(source);
  if (auto taken = search.take_samples(); !taken) return taken.error();
  return search;
}

std::uint64_t RecordSearch::page_count() const noexcept {
  return (source_->count() + kPageRecords - 1) / kPageRecords;
}

Result<void> RecordSearch::load(std::uint64_t page) {
  const std::uint64_t first = page * kPageRecords;
  if (!page_.empty() && page_first_ == first) return {};
  page_first_ = first;
  page_.resize(std::min(kPageRecords, source_->count() - first));
  auto read = source_->fetch(first, page_);
  if (!read) page_.clear();
  return read;
}

std::optional<std::uint64_t> RecordSearch::misplaced(chess::Key low, chess::Key high) const {
  chess::Key before = low;
  for (std::size_t i = 0; i < page_.size(); ++i) {
    const chess::Key key = std::exchange(before, page_[i].key);
    if (page_[i].key < key) return page_first_ + i;
  }
  if (before > high) return page_first_ + page_.size();
  return std::nullopt;
}

Result<void> RecordSearch::take_samples() {
  const std::uint64_t pages = page_count();
  const std::uint64_t samples = std::min(pages, kSamples);
  chess::Key last_key = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    const std::uint64_t page = samples == 1 ? 0 : i * (pages - 1) / (samples - 1);
    if (auto loaded = load(page); !loaded) return loaded;
    for (const RawEntry& entry : page_)
      if (entry.key != 0) layout_.add(entry);
    if (const auto number = misplaced(last_key, kGreatestKey)) return distrust(*number);
    last_key = page_.back().key;
    samples_.push_back({.page = page, .front = page_.front().key, .back = last_key});
  }
  page_.clear();
  return {};
}

Result<void> RecordSearch::distrust(std::uint64_t number) {
  disorder_ = number;
  order_ = Order::halved;
  const std::uint64_t count = source_->count();
  if (count > kMostListed) return {};
  list_.reserve(count);
  std::vector<RawEntry> block(std::min(kListBlock, count));
  for (std::uint64_t first = 0; first < count; first += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), count - first));
    if (auto read = source_->fetch(first, block); !read) return read;
    for (std::size_t i = 0; i < block.size(); ++i) list_.push_back({block[i].key, first + i});
  }
  // Most books that are out of order are so only at the end.
  const auto sorted_end = std::ranges::is_sorted_until(list_, {}, &Listed::key);
  std::ranges::stable_sort(sorted_end, list_.end(), {}, &Listed::key);
  std::ranges::inplace_merge(list_, sorted_end, {}, &Listed::key);
  order_ = Order::listed;
  return {};
}

Result<RecordSearch::Run> RecordSearch::find(chess::Key key) {
  page_.clear();
  if (auto same = source_->check_size(); !same) return same.error();
  const auto first = lower_bound(key);
  if (!first) return first.error();
  Run run{.first = *first, .entries = {}};
  for (std::uint64_t place = *first; place < source_->count(); ++place) {
    if (order_ == Order::listed && list_[place].key != key) break;
    const auto next = record(number(place));
    if (!next) return next.error();
    if (next->key != key) break;
    if (run.entries.size() == kMaxRecordsOfKey)
      return too_many_records(source_->path(), number(place), "one position");
    run.entries.push_back(*next);
  }
  return run;
}

Result<std::uint64_t> RecordSearch::header_size() {
  if (order_ == Order::trusted) {
    const auto first = guess(1);
    if (!first) return first.error();
    if (*first) return **first;
  }
  std::uint64_t size = 0;
  for (; size < std::min(source_->count(), kMaxRecordsOfKey + 1); ++size) {
    const auto next = record(size);
    if (!next) return next.error();
    if (next->key != 0) break;
  }
  return size;
}

Result<std::uint64_t> RecordSearch::lower_bound(chess::Key key) {
  if (order_ == Order::trusted) {
    const auto found = guess(key);
    if (!found) return found.error();
    if (*found) return **found;
  }
  if (order_ == Order::halved) return halve(key);
  const auto first = std::ranges::lower_bound(list_, key, {}, &Listed::key);
  return static_cast<std::uint64_t>(first - list_.begin());
}

KeyRange RecordSearch::between_samples(chess::Key key) const {
  const auto after = std::ranges::lower_bound(samples_, key, {}, &PageSample::front);
  if (after == samples_.begin()) return {};
  const PageSample& before = *std::prev(after);
  KeyRange range{.first = before.page, .last = before.page + 1, .low = before.front};
  if (before.back < key) range = {.first = before.page + 1, .last = page_count(), .low = before.back};
  if (after == samples_.end()) return range;
  range.high = after->front;
  if (before.back < key) range.last = after->page;
  return range;
}

Result<std::optional<std::uint64_t>> RecordSearch::guess(chess::Key key) {
  KeyRange range = between_samples(key);
  for (int tries = 0; range.first < range.last; ++tries) {
    const std::uint64_t page = range.place_of(key, tries);
    if (auto loaded = load(page); !loaded) return loaded.error();
    if (const auto number = misplaced(range.low, range.high)) {
      if (auto noted = distrust(*number); !noted) return noted.error();
      return std::optional<std::uint64_t>();
    }
    if (page_.front().key >= key) {
      range.last = page;
      range.high = page_.front().key;
    } else if (page_.back().key < key) {
      range.first = page + 1;
      range.low = page_.back().key;
    } else {
      const auto found = std::ranges::lower_bound(page_, key, {}, &RawEntry::key);
      return std::optional(page_first_ + static_cast<std::uint64_t>(found - page_.begin()));
    }
  }
  return std::optional(std::min(range.first * kPageRecords, source_->count()));
}

/// Bisects as Polyglot 2.0.4 does, so that both find the same records in a book that is out of order.
Result<std::uint64_t> RecordSearch::halve(chess::Key key) {
  std::uint64_t first = 0;
  for (std::uint64_t last = source_->count() - 1; first < last;) {
    const std::uint64_t middle = first + (last - first) / 2;
    const auto next = record(middle);
    if (!next) return next.error();
    if (key <= next->key)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

Result<RawEntry> RecordSearch::record(std::uint64_t number) {
  if (auto loaded = load(number / kPageRecords); !loaded) return loaded.error();
  return page_[number % kPageRecords];
}

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
