// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/os/mapping.hpp>

#include "book/formats/bin/record_file.hpp"

namespace polyglot::book {

/// The range [first, last) of records or pages that may hold the wanted key, and the keys at its borders.
/// Keys before the range are less than the wanted key. Keys after it are not.
struct KeyRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  chess::Key low = 0;
  chess::Key high = std::numeric_limits<chess::Key>::max();

  /// Returns where to look next after `tries` attempts. Keys are evenly spread, so a few guesses by
  /// proportion find any key. After kGuesses it bisects, because a book may be made to defeat the guesses.
  [[nodiscard]] std::uint64_t place_of(chess::Key wanted, int tries) const noexcept {
    constexpr int kGuesses = 8;
    if (tries >= kGuesses) return first + (last - first) / 2;
    const double part = static_cast<double>(wanted - low) / static_cast<double>(high - low);
    const auto ahead = static_cast<std::uint64_t>(part * static_cast<double>(last - first));
    return std::min(first + ahead, last - 1);
  }
};

/// The keys at both ends of a page of kPageRecords.
struct PageSample {
  std::uint64_t page = 0;
  chess::Key front = 0;
  chess::Key back = 0;
};

/// Finds the records of a key in a book of any size, which is usually sorted.
///
/// Keys are hash values, so they are evenly spread. Guesses by proportion between two known keys find the
/// right page after two or three reads. If they do not, a binary search follows. Every page is compared with
/// the known keys around it. If it does not fit, the book is out of order. Then all keys are sorted in
/// memory, so that every record is found. In a book above kMostListed, a binary search finds only the records
/// that are in their place, as in Polyglot 2.0.4.
class RecordSearch {
 public:
  /// The maximum number of records that are sorted in memory (64 MiB of a file).
  static constexpr std::uint64_t kMostListed = 4 << 20;

  struct Run {
    std::uint64_t first = 0;  ///< place of the first one, or the place where it would be
    std::vector<RawEntry> entries;
  };

  /// Reads sixteen pages of the source, among them the first and the last. If they are out of order, reads
  /// all records, unless there are more than kMostListed. The source must outlive this object. Error: as the
  /// source reports it.
  [[nodiscard]] static Result<RecordSearch> over(const RecordSource& source);

  /// The records of a key in file order. Error: as the source reports it, or more than kMaxRecordsOfKey.
  [[nodiscard]] Result<Run> find(chess::Key key);
  /// The number of records with key 0 at the start of the source; at most kMaxRecordsOfKey + 1 if it is out
  /// of order.
  [[nodiscard]] Result<std::uint64_t> header_size();
  /// The number of the record at a place. Number and place are the same unless records were sorted in memory.
  [[nodiscard]] std::uint64_t number(std::uint64_t place) const noexcept {
    return order_ == Order::listed ? list_[place].number : place;
  }

  /// The number of a record whose key is smaller than one before it; nothing until one is found.
  [[nodiscard]] std::optional<std::uint64_t> disorder() const noexcept { return disorder_; }
  /// The samples that were read at the start, ascending, up to the first one that is out of order.
  [[nodiscard]] std::span<const PageSample> samples() const noexcept { return samples_; }
  /// The layout of the learn fields in the pages that were read at the start.
  [[nodiscard]] LearnLayout learn_layout() const noexcept { return layout_.or_polyglot(); }
  /// Whether find() can miss records of a source that is out of order.
  [[nodiscard]] bool may_miss() const noexcept { return order_ == Order::halved; }

 private:
  enum class Order : std::uint8_t {
    trusted,  ///< no disorder is known
    listed,   ///< out of order: sorted in memory
    halved,   ///< out of order, and too large to be sorted
  };
  struct Listed {
    chess::Key key = 0;
    std::uint64_t number = 0;
  };

  explicit RecordSearch(const RecordSource& source) noexcept : source_(&source) {}

  [[nodiscard]] std::uint64_t page_count() const noexcept {
    return (source_->count() + kPageRecords - 1) / kPageRecords;
  }
  void load(std::uint64_t page);
  /// The number of the first record of the loaded page that does not fit between the keys around it.
  [[nodiscard]] std::optional<std::uint64_t> misplaced(chess::Key low, chess::Key high) const;
  void take_samples();
  void distrust(std::uint64_t number);

  /// The place of the first record whose key is not less than `key`.
  [[nodiscard]] std::uint64_t lower_bound(chess::Key key);
  /// The range of pages between two samples that may hold the key.
  [[nodiscard]] KeyRange between_samples(chess::Key key) const;
  /// Does lower_bound() in a trusted book. Nothing if the book turns out to be out of order.
  [[nodiscard]] std::optional<std::uint64_t> guess(chess::Key key);
  [[nodiscard]] std::uint64_t halve(chess::Key key);
  [[nodiscard]] const RawEntry& record(std::uint64_t number);

  const RecordSource* source_;
  Order order_ = Order::trusted;
  std::optional<std::uint64_t> disorder_;
  std::vector<PageSample> samples_;
  std::vector<Listed> list_;
  LearnLayoutGuess layout_;
  std::uint64_t page_first_ = 0;  ///< number of the first record of the page read last
  std::vector<RawEntry> page_;    ///< empty between lookups, because other programs may write the file
};

/// Finds records of a sorted book in mapped memory, without system calls.
class MappedRecords {
 public:
  /// `records` must be whole records. `samples` of its pages must ascend. Each search begins with them, so
  /// they should fit into the processor's cache.
  MappedRecords(os::Mapping records, std::span<const PageSample> samples);

  /// Returns the records of a key in file order. Nothing if the file became shorter, its disk fails, it is
  /// out of order here, or the key has more than kMaxRecordsOfKey records.
  [[nodiscard]] std::optional<std::vector<RawEntry>> find(chess::Key wanted);

 private:
  [[nodiscard]] std::uint64_t count() const noexcept { return bytes_.size() / kRecordSize; }
  [[nodiscard]] std::span<const std::byte, kRecordSize> record(std::uint64_t number) const noexcept {
    return bytes_.subspan(number * kRecordSize).first<kRecordSize>();
  }
  [[nodiscard]] chess::Key key(std::uint64_t number) const noexcept { return decode_key(record(number)); }
  /// The range of records between two samples that may hold the key.
  [[nodiscard]] KeyRange between_samples(chess::Key wanted) const noexcept;
  /// The number of the first record whose key is not less than `wanted`. Nothing if the keys around it
  /// contradict that.
  [[nodiscard]] std::optional<std::uint64_t> lower_bound(chess::Key wanted) const noexcept;
  [[nodiscard]] bool is_sorted_around(std::uint64_t number);

  os::Mapping records_;
  std::vector<PageSample> samples_;
  std::span<const std::byte> bytes_;  ///< of records_
  std::vector<bool> sorted_pages_;    ///< pages that were found to be sorted
};

}  // namespace polyglot::book
