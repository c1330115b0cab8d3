// SPDX-License-Identifier: MIT
#include "tools/review_gap.hpp"
#include <algorithm>
#include <utility>

#include <polyglot/game/notation.hpp>

#include "tools/pgn_text.hpp"

namespace polyglot::tools {

std::string_view name_of(game::Color color) noexcept {
  return color == game::Color::white ? "White" : "Black";
}

std::string_view name_of(pgn::GameResult result) noexcept {
  switch (result) {
    case pgn::GameResult::white_wins:
      return "1-0";
    case pgn::GameResult::black_wins:
      return "0-1";
    case pgn::GameResult::draw:
      return "1/2-1/2";
    case pgn::GameResult::unknown:
      break;
  }
  return "*";
}

std::string player_name(const pgn::GameText& game, pgn::KnownTag side) {
  const auto name = game.tag(side);
  return name && !name->empty() ? pgn::unescaped(*name) : "?";
}

std::vector<std::string> san_of(const game::Position& position, std::span<const book::BookMove> moves) {
  std::vector<std::string> names;
  names.reserve(moves.size());
  for (const book::BookMove& move : moves) names.push_back(game::to_san(position, move.move));
  return names;
}

std::string played_text(const game::Position& position, std::string_view san) {
  return move_number(position).append(1, ' ').append(san);
}

ShownGap show_gap(const builder::Gap& gap, const game::Rules& rules, const book::BookSource& book) {
  ShownGap shown;
  shown.position = rules.start();
  if (!gap.start.empty() && gap.start != shown.position.to_fen()) {
    shown.start = gap.start;
    if (auto start = rules.read_fen(gap.start)) shown.position = *std::move(start);
  }
  const game::Position start = shown.position;
  std::vector<game::Move> line;
  for (std::string_view rest = gap.moves; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const auto move = game::move_from_uci(shown.position, word);
    if (!move) break;
    std::string san = game::to_san(shown.position, *move);
    if (rest.empty()) {
      shown.played = std::move(san);
      break;
    }
    shown.moves.push_back(std::move(san));
    shown.position.make(*move);
    line.push_back(*move);
  }
  shown.line = moves_text(start, line);
  shown.book = san_of(shown.position, builder::book_moves(book, shown.position));
  if (!shown.book.empty()) shown.by = shown.position.side_to_move();
  return shown;
}

}  // namespace polyglot::tools
