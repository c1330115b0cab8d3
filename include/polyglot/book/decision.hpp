// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/json/fwd.hpp>

#include <polyglot/book/selection.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/position.hpp>

namespace polyglot::book {

struct BookUse;

/// The answer of several books about a position, with its reasons: which books were asked, the value of each
/// move, the rule that dropped a move, and the random number. Play, lists, logs and explanations all use it.
struct Decision {
  /// One of the books, in the order in which they are asked.
  struct Book {
    std::shared_ptr<const BookUse> use;  ///< how the book is used; shared, because a copy would be expensive
    std::string passed_over{};           ///< why the book does not answer; empty if it does
    std::uint64_t total_weight = 0;      ///< sum of the weights of all its records of the position
  };

  game::Position position;
  std::vector<Book> books{};
  std::vector<Candidate> candidates{};  ///< the moves of all books that were asked, book by book
  std::vector<std::size_t> origins{};   ///< the index of the book of each candidate
  std::optional<Choice> choice{};       ///< nothing if no book answers, or if no choice was requested

  [[nodiscard]] const Candidate* chosen() const noexcept {
    return choice ? &candidates[choice->index] : nullptr;
  }
  /// Returns the book of the chosen move. There must be a choice.
  [[nodiscard]] const Book& origin() const noexcept { return books[origins[choice->index]]; }
  /// Returns the names of the books that answer, joined by " + "; empty if none does.
  [[nodiscard]] std::string answering() const;
};

/// Adds a decision to a JSON object: `book` is answering(), or null; `books`; and `candidates`. Each
/// candidate has `book`, `move` (as UCI writes it), `san`, `weight`, `share` (of the book's weights), `n`,
/// `sum`, `probability` and `kept`. `rule` says why it is not played, and is empty if it may be.
void add_json(const Decision& decision, game::CastlingNotation castling, boost::json::object& object);

}  // namespace polyglot::book
