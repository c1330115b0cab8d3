// SPDX-License-Identifier: MIT
#include "session/books/tables.hpp"
#include <bit>

#include <polyglot/chess/position.hpp>

namespace polyglot::session {
namespace {

/// Nobody has Syzygy's tables of more men. Other positions need no question and no line in the log.
constexpr int kMostMen = 7;

}  // namespace

std::optional<game::TableVerdict> Tables::ask(std::string_view use, const game::Game& game) const {
  if (!source_ || options_.text(config::OptionId::tablebase) != use || !game.is_chess()) return std::nullopt;
  const chess::Position& board = *game.position()->chess();
  if (std::popcount(board.occupied()) > kMostMen || game.outcome().is_over()) return std::nullopt;
  return source_(game);
}

std::string_view in_words(const game::TableVerdict& verdict) noexcept {
  return verdict.points > 0 ? "wins" : verdict.points < 0 ? "loses" : "draws";
}

}  // namespace polyglot::session
