// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <polyglot/book/learn_layout.hpp>

#include "book/formats/bin/record_file.hpp"

namespace polyglot::book {

/// The places [first, last) of which nothing is known yet, and the keys at their borders: what comes before
/// them is less than the wanted key, what comes behind them is not.
struct KeyRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  chess::Key low = 0;
  chess::Key high = std::numeric_limits<chess::Key>::max();

  /// Where to look next, `tries` times having been in vain. Keys are evenly spread: a few guesses by
  /// proportion find any. Halving is for books made to defeat them.
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

/// Finds the records of a key among records of any number, most of them sorted.
///
/// Keys are hash values, evenly spread: a guess by proportion between two known keys meets the right page
/// after two or three reads, however large the book is. A book that defeats so many guesses is searched by
/// halving. Every page that is read is compared with what is known of the keys around it. Where that does
/// not fit the book is out of order, and is not trusted any more: below a limit all its keys are read and
/// sorted in memory, so that everything in it is found, and beyond it is searched by halving, which finds
/// what lies where it belongs, as Polyglot 2.0.4 does.
class RecordSearch {
 public:
  /// So many records are sorted in memory at most (64 MiB of a file).
  static constexpr std::uint64_t kMostListed = 4 << 20;

  /// The records of a key.
  struct Run {
    std::uint64_t first = 0;  ///< place of the first one, or of what comes behind them if there are none
    std::vector<RawEntry> entries;
  };

  /// Reads sixteen pages of the source, which must outlive this, the first and the last among them; all
  /// records if that shows disorder. Error: those of the source.
  [[nodiscard]] static Result<RecordSearch> over(const RecordSource& source);

  /// In file order. Error: those of the source, or more than kMaxRecordsOfKey.
  [[nodiscard]] Result<Run> find(chess::Key key);
  /// How many records with key 0 the source begins with; of one that is out of order up to
  /// kMaxRecordsOfKey + 1 are counted.
  [[nodiscard]] Result<std::uint64_t> header_size();
  /// The number in the source of the record at a place. They are the same where nothing is sorted in memory.
  [[nodiscard]] std::uint64_t number(std::uint64_t place) const noexcept {
    return order_ == Order::listed ? list_[place].number : place;
  }

  /// The number of a record whose key is smaller than one before it, as soon as one has been met.
  [[nodiscard]] std::optional<std::uint64_t> disorder() const noexcept { return disorder_; }
  /// Ascending; all that are read at the start, unless they showed disorder.
  [[nodiscard]] std::span<const PageSample> samples() const noexcept { return samples_; }
  /// Of the pages that were read at the start.
  [[nodiscard]] LearnLayout learn_layout() const noexcept { return layout_.confident(); }
  /// Whether find() can miss records of a source that is out of order.
  [[nodiscard]] bool may_miss() const noexcept { return order_ == Order::halved; }

 private:
  enum class Order : std::uint8_t {
    trusted,  ///< nothing is known against it
    listed,   ///< out of order: sorted in memory
    halved,   ///< out of order, and too large for that
  };
  struct Listed {
    chess::Key key = 0;
    std::uint64_t number = 0;
  };

  explicit RecordSearch(const RecordSource& source) noexcept : source_(&source) {}

  [[nodiscard]] std::uint64_t page_count() const noexcept;
  [[nodiscard]] Result<void> load(std::uint64_t page);
  /// The number of the first record of the loaded page that does not fit between the keys around it.
  [[nodiscard]] std::optional<std::uint64_t> misplaced(chess::Key low, chess::Key high) const;
  [[nodiscard]] Result<void> take_samples();
  [[nodiscard]] Result<void> distrust(std::uint64_t number);

  /// The place of the first record whose key is not less.
  [[nodiscard]] Result<std::uint64_t> lower_bound(chess::Key key);
  /// Of pages.
  [[nodiscard]] KeyRange between_samples(chess::Key key) const;
  /// The same in a trusted book; nothing if it turns out to be none.
  [[nodiscard]] Result<std::optional<std::uint64_t>> guess(chess::Key key);
  [[nodiscard]] Result<std::uint64_t> halve(chess::Key key);
  [[nodiscard]] Result<RawEntry> record(std::uint64_t number);

  const RecordSource* source_;
  Order order_ = Order::trusted;
  std::optional<std::uint64_t> disorder_;
  std::vector<PageSample> samples_;
  std::vector<Listed> list_;
  LearnLayoutGuess layout_;
  std::uint64_t page_first_ = 0;  ///< number of the first record of the page read last
  std::vector<RawEntry> page_;    ///< empty between two lookups: others may write to the file
};

}  // namespace polyglot::book
