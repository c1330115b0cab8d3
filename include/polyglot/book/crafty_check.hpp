// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// What is in a Crafty book, and what is wrong with it.
struct CraftyCheck {
  std::uint32_t version = 0;  ///< of the Crafty that made it: major in the upper 16 bits
  std::uint64_t clusters = 0;
  std::uint64_t empty_clusters = 0;  ///< all moves of which were dropped
  std::uint64_t records = 0;
  std::uint64_t games = 0;         ///< the sum of all counts
  std::uint64_t marked = 0;        ///< records with `!`, `?` and the like
  std::uint64_t learned = 0;       ///< records with a learned value
  std::uint64_t bad_clusters = 0;  ///< that are not where the index says
  std::uint64_t unsorted = 0;      ///< records whose key is not above the one before
  std::uint64_t misplaced = 0;     ///< records whose key belongs to another cluster
  std::optional<Error> first;      ///< the first thing that is wrong, with its offset

  [[nodiscard]] bool is_sound() const noexcept { return !first; }
};

/// Reads a Crafty book from its start to its end. Error: it cannot be read, or is none.
[[nodiscard]] Result<CraftyCheck> check_crafty_book(const std::string& path);

}  // namespace polyglot::book
