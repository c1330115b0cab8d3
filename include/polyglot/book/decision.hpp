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

/// What several books together make of a position, and how that came about: which of them were asked, what
/// each of their moves is worth, which rule dropped which, and what was drawn. Whatever is played, listed,
/// logged or explained is read from it.
struct Decision {
  /// One of the books, in the order in which they are asked.
  struct Book {
    std::shared_ptr<const BookUse> use;  ///< its name and file among others; shared: 16 books have 32 texts
    std::string passed_over{};           ///< why it does not answer; empty if it does
    std::uint64_t total_weight = 0;      ///< of all its records of the position
  };

  game::Position position;
  std::vector<Book> books{};
  std::vector<Candidate> candidates{};  ///< moves of all books that were asked, book after book
  std::vector<std::size_t> origins{};   ///< for each candidate the place of its book
  std::optional<Choice> choice{};       ///< nothing if no book answers, or nobody asked for a choice

  [[nodiscard]] const Candidate* chosen() const noexcept {
    return choice ? &candidates[choice->index] : nullptr;
  }
  /// The book that the chosen move is of; one must be.
  [[nodiscard]] const Book& origin() const noexcept { return books[origins[choice->index]]; }
  /// The names of the books that answer, with " + " between; empty if none does.
  [[nodiscard]] std::string answering() const;
};

/// Adds a decision to a JSON object: `book` is answering(), or null; `books`; and `candidates`. Each
/// candidate has `book`, `move` (as UCI writes it), `san`, `weight`, `share` (of the book's weights), `n`,
/// `sum`, `probability`, `kept` and `rule`: why it is not played, empty if it may be.
void add_json(const Decision& decision, game::CastlingNotation castling, boost::json::object& object);

}  // namespace polyglot::book
