// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/builder/weights.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/block.hpp"

namespace polyglot::builder {

/// Counts moves as "Save Games as Book" of XBoard 4.9 does, which depends on the order of all games and has
/// oddities: a position seen once is no part of the book, and a move whose number does not fit into 16 bits
/// is never recognised. Source: docs/variant-books.md, "Counting".
class XBoardCounter {
 public:
  void add(const Record& record);
  /// The moves of the book in their order. Call it last.
  [[nodiscard]] std::span<const book::RawEntry> finish();
  /// Moves seen, in the book or not.
  [[nodiscard]] std::uint64_t moves() const noexcept { return book_.size() + buffer_.size() + once_.size(); }

 private:
  using Entries = std::vector<book::RawEntry>;

  [[nodiscard]] static bool count(Entries& entries, const Record& record);
  void insert(const book::RawEntry& entry);
  void merge();

  Entries book_;    ///< sorted by key; the moves of a position in the order in which they came
  Entries buffer_;  ///< what is to be merged into it, sorted likewise
  boost::unordered_flat_map<chess::Key, book::RawEntry> once_;  ///< the first move seen in a position
};

/// In the place of an Aggregator where a book is to have the bytes of XBoard.
class XBoardAggregator {
 public:
  explicit XBoardAggregator(const AggregatorSettings&) {}

  /// Takes the records of the chunk of this number, of which none is left out. May be called from several
  /// threads, in any order.
  void add(std::uint64_t number, std::span<const Record> records);
  [[nodiscard]] static bool is_full() noexcept { return false; }
  [[nodiscard]] static Result<void> make_room() { return {}; }
  [[nodiscard]] Result<Finished> finish(const EntryRule& rule, book::BinBookWriter& writer);
  [[nodiscard]] static std::uint64_t spilled() noexcept { return 0; }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Record>> pending_;  ///< by number, until those before have come
  std::uint64_t next_ = 0;
  XBoardCounter counter_;
};

}  // namespace polyglot::builder
