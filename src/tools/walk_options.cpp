// SPDX-License-Identifier: MIT
#include "tools/walk_options.hpp"
#include <algorithm>
#include <array>

#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/chess960.hpp>
#include <polyglot/variants/start_positions.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

using Books = std::vector<const book::LoadedBook*>;
using Starts = std::vector<game::Position>;

bool have(const Books& books, const game::Position& position) {
  const auto keys = book::keys_of(position);
  return std::ranges::any_of(books, [&keys](const book::LoadedBook* book) {
    return std::ranges::any_of(keys, [book](chess::Key key) { return !book->find(key).empty(); });
  });
}

Starts chess960_starts(const Books& books) {
  Starts starts;
  for (int number = 0; number < chess::kChess960Positions; ++number)
    if (const game::Position start = chess::chess960_start(number); have(books, start))
      starts.push_back(start);
  return starts;
}

/// Of a FEN, as games that are not in the usual order have one, XBoard reads no rights without king and rook.
Starts shuffled_starts(const variants::Variant& variant, const Books& books) {
  Starts starts;
  for (std::uint32_t number = 0; number < variants::start_count(variant); ++number) {
    const variants::Position start = variants::start_position(variant, number);
    const variants::Position reduced = start.with_real_castling_rights();
    if (have(books, start)) starts.emplace_back(start);
    if (reduced.key() != start.key() && have(books, reduced)) starts.emplace_back(reduced);
  }
  return starts;
}

}  // namespace

std::vector<config::Switch> WalkOptions::switches() {
  std::vector<config::Switch> switches = variant_.switches();
  switches.push_back(
      {"fen", "FEN",
       "where games begin, or the number of a start position; several are possible (default: the start; of "
       "Chess960 and variants with shuffled pieces, every start that the book has)",
       texts(fens_)});
  return switches;
}

Result<book::BookGames> WalkOptions::games_of(const book::LoadedBook& book) const {
  return games_of(Books{&book});
}

Result<book::BookGames> WalkOptions::games_of(const Books& books) const {
  std::vector<SaidVariants> said;
  for (const book::LoadedBook* const book : books)
    said.push_back({.path = book->path(), .names = book->variants()});
  const auto rules = variant_.rules_of(said);
  if (!rules) return rules.error();
  book::BookGames games{.rules = *rules, .starts = {}};
  for (const std::string& fen : fens_) {
    const auto start = read_position(*rules, fen);
    if (!start) return Error{start.error().to_string(), "--fen " + fen};
    games.starts.push_back(*start);
  }
  if (!fens_.empty()) return games;
  const variants::Variant* const variant = rules->variant();
  if (variant != nullptr && variant->is_shuffled()) {
    games.starts = shuffled_starts(*variant, books);
  } else if (variant == nullptr && variant_.names_chess960(said)) {
    games.starts = chess960_starts(books);
  } else {
    games.starts = {rules->start()};
  }
  return games;
}

int tell_troubles(const Command& command, std::span<const Error> troubles) {
  for (const Error& trouble : troubles) command.tell(trouble.to_string());
  return troubles.empty() ? kSuccess : kFailure;
}

}  // namespace polyglot::tools
