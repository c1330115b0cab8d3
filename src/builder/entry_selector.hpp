#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/weights.hpp>

#include "builder/tally.hpp"

namespace polyglot::builder {

/// Turns tallies into entries of the book.
class EntrySelector {
 public:
  explicit EntrySelector(const EntryRule& rule) : rule_(rule) {}

  /// Puts the entries that `tallies`, all of some positions, give in place of what `bytes` held. Sorted by
  /// key, then by weight, highest first; equals stay in the order of the tallies.
  template <class Tally>
  void select(std::span<const Tally> tallies, std::vector<std::byte>& bytes);

 private:
  struct Candidate {
    chess::Key key;
    double value;
    std::uint32_t order;
    std::uint16_t move;
  };

  void write(std::vector<std::byte>& bytes);

  EntryRule rule_;
  std::vector<Candidate> candidates_;
};

}  // namespace polyglot::builder
