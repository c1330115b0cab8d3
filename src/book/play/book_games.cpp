// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/book/book_games.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/position.hpp>

namespace polyglot::book {
namespace {

using Books = std::span<const LoadedBook* const>;
using Starts = std::vector<game::Position>;

bool have(Books books, const game::Position& position) {
  const auto keys = keys_of(position);
  return std::ranges::any_of(books, [&keys](const LoadedBook* book) {
    return std::ranges::any_of(keys, [book](chess::Key key) { return !book->find(key).empty(); });
  });
}

Starts chess960_starts(Books books) {
  Starts starts;
  for (int number = 0; number < chess::kChess960Positions; ++number)
    if (const game::Position start = chess::chess960_start(number); have(books, start))
      starts.push_back(start);
  return starts;
}

/// Shuffled games begin with a FEN, from which XBoard drops castling rights without king or rook.
Starts variant_starts(const variants::Variant& variant, Books books, std::uint32_t most) {
  Starts starts;
  const std::uint32_t count = std::min(most, variants::start_count(variant));
  for (std::uint32_t number = 0; number < count; ++number) {
    const variants::Position start = variants::start_position(variant, number);
    const variants::Position reduced = start.with_real_castling_rights();
    if (have(books, start)) starts.emplace_back(start);
    if (reduced.key() != start.key() && have(books, reduced)) starts.emplace_back(reduced);
  }
  return starts;
}

}  // namespace

Starts shuffled_starts(const game::Rules& rules, Books books, std::uint32_t most) {
  if (rules.is_chess()) return chess960_starts(books);
  return rules.variant()->is_shuffled() ? variant_starts(*rules.variant(), books, most) : Starts();
}

}  // namespace polyglot::book
