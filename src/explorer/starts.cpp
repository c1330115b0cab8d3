// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <string>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/chess/position.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/position.hpp>

#include "explorer/answers.hpp"

namespace polyglot::explorer {

namespace {

namespace json = boost::json;

/// The maximum number of starts that are looked up. Nobody reads a longer list.
constexpr std::uint32_t kMostStarts = 100'000;

std::uint32_t count_of_starts(const game::Rules& rules) {
  return rules.is_chess() ? static_cast<std::uint32_t>(chess::kChess960Positions)
                          : variants::start_count(*rules.variant());
}

game::Position start_of(const game::Rules& rules, std::uint32_t number) {
  if (rules.is_chess()) return chess::chess960_start(static_cast<int>(number));
  return variants::start_position(*rules.variant(), number);
}

bool says_shuffled(const book::BinBook& book) {
  return std::ranges::any_of(book.variants(), [](const std::string& name) {
    return variants::Catalogue::builtin().first_name(name) == "fischerandom";
  });
}

/// Returns the highest number of moves that one of the books has in a position.
std::size_t most_moves(OpenBooks& opened, const game::Position& position) {
  std::size_t most = 0;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    if (const auto book = opened.book(i); book)
      most = std::max(most, (*book)->source->find(position).moves.size());
  }
  return most;
}

}  // namespace

bool may_be_shuffled(OpenBooks& opened) {
  if (!opened.rules().is_chess()) return count_of_starts(opened.rules()) > 1;
  for (std::size_t i = 0; i < opened.size(); ++i) {
    const auto book = opened.book(i);
    if (book && (*book)->bin != nullptr && says_shuffled(*(*book)->bin)) return true;
  }
  return false;
}

json::array describe_starts(OpenBooks& opened) {
  json::array starts;
  const game::Rules& rules = opened.rules();
  const std::uint32_t count = count_of_starts(rules);
  if (count <= 1 || count > kMostStarts) return starts;
  for (std::uint32_t number = 0; number < count; ++number) {
    const game::Position start = start_of(rules, number);
    const std::size_t moves = most_moves(opened, start);
    if (moves > 0) starts.push_back({{"number", number}, {"fen", start.to_fen()}, {"moves", moves}});
  }
  return starts;
}

}  // namespace polyglot::explorer
