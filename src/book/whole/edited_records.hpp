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

/// The records of one position while they are edited by the rules of BookEditor. An edit takes few steps for
/// any number of records, because a file can have 65536 records of one position.
///
/// Records have numbers: first the original ones, then the added ones. A record that gets another weight is
/// removed and added.
class EditedRecords {
 public:
  explicit EditedRecords(std::vector<RawEntry> records);

  [[nodiscard]] Result<void> apply(const BookEdit& edit);
  /// The remaining records in their order.
  [[nodiscard]] std::vector<RawEntry> result() const;

 private:
  using Number = std::size_t;

  /// The place of a record. An added record stands before the original record `gap`, after heavier ones.
  struct Place {
    Number gap = 0;
    bool was_there = false;
    int lightness = 0;
    Number number = 0;
    bool is_removed = false;

    /// The value by which places are sorted.
    [[nodiscard]] auto order() const noexcept { return std::tie(gap, was_there, lightness, number); }
  };

  /// The records of an edit's move, in their order.
  [[nodiscard]] std::vector<Number> find(const BookEdit& edit);
  /// Adds a record before the first one with less weight.
  void add(const RawEntry& record);
  void remove(Number number);
  /// The first of the remaining original records with less weight; first_count_ if there is none.
  [[nodiscard]] Number first_below(std::uint32_t weight) const;

  std::vector<RawEntry> records_;
  std::vector<Place> places_;
  std::size_t first_count_;
  boost::unordered_flat_map<std::uint16_t, std::vector<Number>> of_moves_;
  std::set<std::pair<int, Number>> added_;  ///< by lightness
  std::size_t leaves_;
  /// A tree of the weights of the original records: node n has the lower value of nodes 2n and 2n + 1.
  std::vector<std::uint32_t> least_;
};

}  // namespace polyglot::book
