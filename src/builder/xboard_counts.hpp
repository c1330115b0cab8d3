// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/block.hpp"

namespace polyglot::builder {

/// Counts moves as "Save Games as Book" of XBoard 4.9 does, instead of an Aggregator. XBoard leaves out
/// positions that occur once, and never recognises a move whose number does not fit into 16 bits. The result
/// depends on the order of all games, so nothing can be counted by partition, and everything stays in
/// memory. Source: docs/variant-books.md, "Counting".
class XBoardCounts {
 public:
  explicit XBoardCounts(const AggregatorSettings&) {}

  /// Takes the records of the chunk with this number. No number may be left out. Several threads may call it,
  /// in any order.
  void add(std::uint64_t number, std::span<const Record> records);
  [[nodiscard]] static bool is_full() noexcept { return false; }
  [[nodiscard]] static Result<void> make_room() { return {}; }
  /// The book takes all counted moves, so it uses no chooser and counts no rare moves.
  template <class Chooser, class Write>
  [[nodiscard]] Result<SeenMoves> finish(const Chooser&, const Write& write) {
    merge();
    auto written = write(std::span<const book::RawEntry>(book_));
    return written ? Result<SeenMoves>(SeenMoves{.all = book_.size() + once_.size()}) : written.error();
  }
  [[nodiscard]] static std::uint64_t spilled() noexcept { return 0; }

 private:
  using Entries = std::vector<book::RawEntry>;

  void add(const Record& record);
  [[nodiscard]] static bool count(Entries& entries, const Record& record);
  void insert(const book::RawEntry& entry);
  void merge();

  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Record>> pending_;  ///< by number, until the earlier ones have come
  std::uint64_t next_ = 0;
  Entries book_;    ///< sorted by key, then in the order in which moves came
  Entries buffer_;  ///< entries that will be merged into it, sorted in the same way
  boost::unordered_flat_map<chess::Key, book::RawEntry> once_;  ///< the first move seen in a position
};

}  // namespace polyglot::builder
