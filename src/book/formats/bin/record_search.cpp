// SPDX-License-Identifier: MIT
#include <iterator>

#include "book/formats/bin/record_search.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint64_t kSamples = 16;
/// The block size for reading all records.
constexpr std::uint64_t kListBlock = 8192;

constexpr chess::Key kGreatestKey = std::numeric_limits<chess::Key>::max();

}  // namespace

Result<RecordSearch> RecordSearch::over(const RecordSource& source) {
  return result_of([&] {
    RecordSearch search(source);
    search.take_samples();
    return search;
  });
}

void RecordSearch::load(std::uint64_t page) {
  const std::uint64_t first = page * kPageRecords;
  if (!page_.empty() && page_first_ == first) return;
  page_first_ = first;
  page_.resize(std::min(kPageRecords, source_->count() - first));
  const auto read = source_->fetch(first, page_);
  if (!read) page_.clear();
  read.value();
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

void RecordSearch::take_samples() {
  const std::uint64_t pages = page_count();
  const std::uint64_t samples = std::min(pages, kSamples);
  chess::Key last_key = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    const std::uint64_t page = samples == 1 ? 0 : i * (pages - 1) / (samples - 1);
    load(page);
    for (const RawEntry& entry : page_)
      if (entry.key != 0) layout_.add(entry);
    if (const auto number = misplaced(last_key, kGreatestKey)) return distrust(*number);
    last_key = page_.back().key;
    samples_.push_back({.page = page, .front = page_.front().key, .back = last_key});
  }
  page_.clear();
}

void RecordSearch::distrust(std::uint64_t number) {
  disorder_ = number;
  order_ = Order::halved;
  const std::uint64_t count = source_->count();
  if (count > kMostListed) return;
  list_.reserve(count);
  std::vector<RawEntry> block(std::min(kListBlock, count));
  for (std::uint64_t first = 0; first < count; first += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), count - first));
    source_->fetch(first, block).value();
    for (std::size_t i = 0; i < block.size(); ++i) list_.push_back({block[i].key, first + i});
  }
  // Most books that are out of order are so only at the end.
  const auto sorted_end = std::ranges::is_sorted_until(list_, {}, &Listed::key);
  std::ranges::stable_sort(sorted_end, list_.end(), {}, &Listed::key);
  std::ranges::inplace_merge(list_, sorted_end, {}, &Listed::key);
  order_ = Order::listed;
}

Result<RecordSearch::Run> RecordSearch::find(chess::Key key) {
  return result_of([&] {
    page_.clear();
    source_->check_size().value();
    Run run{.first = lower_bound(key), .entries = {}};
    for (std::uint64_t place = run.first; place < source_->count(); ++place) {
      if (order_ == Order::listed && list_[place].key != key) break;
      const RawEntry& next = record(number(place));
      if (next.key != key) break;
      if (run.entries.size() == kMaxRecordsOfKey)
        throw Failure(too_many_records(source_->path(), number(place), "one position"));
      run.entries.push_back(next);
    }
    return run;
  });
}

Result<std::uint64_t> RecordSearch::header_size() {
  return result_of([this] {
    if (order_ == Order::trusted)
      if (const auto first = guess(1)) return *first;
    std::uint64_t size = 0;
    while (size < std::min(source_->count(), kMaxRecordsOfKey + 1) && record(size).key == 0) ++size;
    return size;
  });
}

std::uint64_t RecordSearch::lower_bound(chess::Key key) {
  if (order_ == Order::trusted)
    if (const auto found = guess(key)) return *found;
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

std::optional<std::uint64_t> RecordSearch::guess(chess::Key key) {
  KeyRange range = between_samples(key);
  for (int tries = 0; range.first < range.last; ++tries) {
    const std::uint64_t page = range.place_of(key, tries);
    load(page);
    if (const auto number = misplaced(range.low, range.high)) {
      distrust(*number);
      return std::nullopt;
    }
    if (page_.front().key >= key) {
      range.last = page;
      range.high = page_.front().key;
    } else if (page_.back().key < key) {
      range.first = page + 1;
      range.low = page_.back().key;
    } else {
      const auto found = std::ranges::lower_bound(page_, key, {}, &RawEntry::key);
      return page_first_ + static_cast<std::uint64_t>(found - page_.begin());
    }
  }
  return std::min(range.first * kPageRecords, source_->count());
}

/// Bisects as Polyglot 2.0.4 does, so that both find the same records in a book that is out of order.
std::uint64_t RecordSearch::halve(chess::Key key) {
  std::uint64_t first = 0;
  for (std::uint64_t last = source_->count() - 1; first < last;) {
    const std::uint64_t middle = first + (last - first) / 2;
    if (key <= record(middle).key)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

const RawEntry& RecordSearch::record(std::uint64_t number) {
  load(number / kPageRecords);
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
