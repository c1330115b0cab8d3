// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The records of one position while they are edited, as BookEditor says. An edit takes a few steps, however
/// many records there are: a file can give one position 65536 of them.
///
/// Records have numbers: first those that were there, then those that are added. A record that gets another
/// weight is removed and added.
class EditedRecords {
 public:
  explicit EditedRecords(std::vector<RawEntry> records);

  [[nodiscard]] Result<void> apply(const BookEdit& edit);
  /// The records in their order.
  [[nodiscard]] std::vector<RawEntry> result() const;

 private:
  using Number = std::size_t;

  /// Added records stand before the first record that has the number of their gap, the heaviest first.
  struct Place {
    Number gap = 0;
    bool was_there = false;
    int lightness = 0;
    Number number = 0;
    bool is_removed = false;

    /// What decides where it stands.
    [[nodiscard]] auto order() const noexcept { return std::tie(gap, was_there, lightness, number); }
  };

  /// The records that an edit means, in their order.
  [[nodiscard]] std::vector<Number> find(const BookEdit& edit);
  /// Before the first that weighs less.
  void add(const RawEntry& record);
  void remove(Number number);
  /// Of the records that were there and are, the first that weighs less; first_count_ if none does.
  [[nodiscard]] Number first_below(std::uint32_t weight) const;

  std::vector<RawEntry> records_;
  std::vector<Place> places_;
  std::size_t first_count_;
  boost::unordered_flat_map<std::uint16_t, std::vector<Number>> of_moves_;
  std::set<std::pair<int, Number>> added_;  ///< by lightness
  std::size_t leaves_;
  /// A tree of the weights of the first records: node n has the lesser of nodes 2n and 2n + 1.
  std::vector<std::uint32_t> least_;
};

}  // namespace polyglot::book
