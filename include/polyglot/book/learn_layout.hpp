// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Who may have written the learn fields of a book. Source: docs/book-format.md, "Learn".
enum class LearnLayout : std::uint8_t { none, polyglot, xboard, prodeo, unknown };

/// Guesses the layout from records of a book: nothing in the file tells.
class LearnLayoutGuess {
 public:
  void add(const RawEntry& entry) noexcept;
  [[nodiscard]] LearnLayout result() const noexcept;
  /// The same for those who act upon it: polyglot where there are too few records with learn fields to tell.
  [[nodiscard]] LearnLayout confident() const noexcept;

 private:
  std::uint64_t used_ = 0;  ///< records with learn fields
  std::uint64_t as_games_ = 0;
  std::uint64_t as_score_ = 0;
  std::uint64_t small_ = 0;
};

/// What the page calls it: "polyglot".
[[nodiscard]] std::string_view name_of(LearnLayout layout) noexcept;
/// "games and half points, as Polyglot writes them".
[[nodiscard]] std::string_view describe(LearnLayout layout) noexcept;

/// Whether the fields are another program's: they are neither believed, nor added to.
[[nodiscard]] constexpr bool is_foreign(LearnLayout layout) noexcept {
  return layout != LearnLayout::none && layout != LearnLayout::polyglot;
}
/// What is said of them, with the remedy.
[[nodiscard]] Error foreign_results(const std::string& path, LearnLayout layout);

}  // namespace polyglot::book
