// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/merge.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

struct CraftyMergeReport {
  std::uint64_t records = 0;
  std::uint64_t capped = 0;  ///< counts that would exceed CraftyRecord::kMostCount
};

/// Merges Crafty books into a new one, which may replace one of them: of sound books of all games of a
/// collection the one that Crafty makes of the collection. Counts add up, or the highest one counts; marks
/// and results are those of all books, a learned value that of the first book that has one. Takes 16 bytes of
/// memory for a move of the result.
///
/// Error: a book that cannot be read or is damaged, a rule other than sum and maximum, the system's reason.
[[nodiscard]] Result<CraftyMergeReport> merge_crafty_books(std::span<const std::string> books, MergeRule rule,
                                                           const std::string& out);

/// A record that is not the same in two books.
struct CraftyDiff {
  std::optional<CraftyRecord> a;
  std::optional<CraftyRecord> b;
};

struct CraftyDiffCounts {
  bool versions_differ = false;  ///< of the Crafty that made them
  std::uint64_t only_a = 0;
  std::uint64_t only_b = 0;
  std::uint64_t changed = 0;

  [[nodiscard]] bool equal() const noexcept { return !versions_differ && only_a + only_b + changed == 0; }
};

/// Compares two Crafty books in the order of their keys. Error: a book that cannot be read or is damaged, or
/// that of the sink.
[[nodiscard]] Result<CraftyDiffCounts> diff_crafty_books(
    const std::string& a, const std::string& b, const std::function<Result<void>(const CraftyDiff&)>& sink);

}  // namespace polyglot::book
