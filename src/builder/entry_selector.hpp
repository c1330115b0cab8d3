// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/crafty.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/build.hpp>

#include "builder/tally.hpp"

namespace polyglot::builder {

/// Makes entries of the book from tallies.
class EntrySelector {
 public:
  explicit EntrySelector(const EntryRule& rule) : rule_(rule) {}

  /// Makes entries from all tallies of some positions. They are sorted by key, then by weight, highest first,
  /// then in the order of the tallies. Valid until the next call.
  template <class Tally>
  [[nodiscard]] std::span<const book::RawEntry> select(std::span<const Tally> tallies);
  /// Those of the last tallies that the book leaves out.
  [[nodiscard]] const LeftOut& left_out() const noexcept { return left_out_; }

 private:
  struct Candidate {
    chess::Key key;
    double value;
    std::uint32_t order;
    std::uint16_t move;
    std::uint32_t learn;
  };

  void weigh();

  EntryRule rule_;
  LeftOut left_out_;
  std::vector<Candidate> candidates_;
  std::vector<book::RawEntry> entries_;
};

/// Makes records of a Crafty book from tallies.
class CraftySelector {
 public:
  explicit CraftySelector(const Settings& settings)
      : rule_(settings.crafty), min_games_(settings.entries.min_games) {}

  /// Makes sorted records from tallies, and the clusters of all records, kept or not.
  [[nodiscard]] book::CraftyContent select(std::span<const CraftyTally> tallies);
  /// Those of the last tallies that the book leaves out.
  [[nodiscard]] const LeftOut& left_out() const noexcept { return left_out_; }

 private:
  CraftyRule rule_;
  std::uint64_t min_games_;
  LeftOut left_out_;
};

}  // namespace polyglot::builder
