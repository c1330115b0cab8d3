// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The program that may have written the learn fields of a book. Source: docs/book-format.md, "Learn".
enum class LearnLayout : std::uint8_t { none, polyglot, xboard, prodeo, unknown };

/// Guesses the layout from records of a book, because the file does not store it.
class LearnLayoutGuess {
 public:
  void add(const RawEntry& entry) noexcept;
  [[nodiscard]] LearnLayout result() const noexcept;
  /// Returns the result for callers that act on it: polyglot if too few have learn fields.
  [[nodiscard]] LearnLayout confident() const noexcept;

 private:
  std::uint64_t used_ = 0;  ///< number of records with learn fields
  std::uint64_t as_games_ = 0;
  std::uint64_t as_score_ = 0;
  std::uint64_t small_ = 0;
};

/// Returns its name on the page: "polyglot".
[[nodiscard]] std::string_view name_of(LearnLayout layout) noexcept;
/// Returns its description: "games and half points, as Polyglot writes them".
[[nodiscard]] std::string_view describe(LearnLayout layout) noexcept;

/// Returns true if another program wrote the fields. Then they are neither used nor changed.
[[nodiscard]] constexpr bool is_foreign(LearnLayout layout) noexcept {
  return layout != LearnLayout::none && layout != LearnLayout::polyglot;
}
/// Returns the error about learn fields of another program, with what to do.
[[nodiscard]] Error foreign_results(const std::string& path, LearnLayout layout);

}  // namespace polyglot::book
