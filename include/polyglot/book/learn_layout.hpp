#pragma once

#include <cstdint>
#include <string_view>

#include <polyglot/book/raw_entry.hpp>

namespace polyglot::book {

/// Who may have written the learn fields of a book. Source: docs/book-format.md, "Learn".
enum class LearnLayout : std::uint8_t { none, polyglot, xboard, prodeo, unknown };

/// Guesses the layout from all records of a book: nothing in the file tells.
class LearnLayoutGuess {
 public:
  void add(const RawEntry& entry) noexcept;
  [[nodiscard]] LearnLayout result() const noexcept;

 private:
  std::uint64_t used_ = 0;  ///< records with learn fields
  std::uint64_t as_games_ = 0;
  std::uint64_t as_score_ = 0;
  std::uint64_t small_ = 0;
};

[[nodiscard]] std::string_view describe(LearnLayout layout) noexcept;

}  // namespace polyglot::book
