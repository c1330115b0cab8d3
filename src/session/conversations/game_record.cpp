// SPDX-License-Identifier: MIT
#include "session/conversations/game_record.hpp"

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::session {
namespace {

using game::Color;
using Score = protocol::GameResult::Score;

std::optional<int> points(Score result, Color side) {
  switch (result) {
    case Score::white_wins:
      return side == Color::white ? 2 : 0;
    case Score::black_wins:
      return side == Color::black ? 2 : 0;
    case Score::draw:
      return 1;
    case Score::unknown:
      break;
  }
  return std::nullopt;
}

/// True if we played every move of the side that moved at ply `first`, and there is one.
bool played_throughout(const std::vector<Mover>& movers, std::size_t first) {
  for (std::size_t ply = first; ply < movers.size(); ply += 2) {
    if (movers[ply] == Mover::other) return false;
  }
  return first < movers.size();
}

bool may_doubt(const game::Game& game) {
  return game.rules() != nullptr && !game.is_chess();
}

}  // namespace

void GameRecord::begin(game::Game game) {
  start_of_rules_ = game.beginning();
  replace_game(std::move(game));
}

void GameRecord::replace_game(game::Game game) {
  game_ = std::move(game);
  movers_.clear();
  opening_ = 0;
  books_asked_ = 0;
}

Result<void> GameRecord::set_up(std::string_view fen, Effects& effects) {
  auto game = start_of_rules_.from_fen(fen);
  if (!game && may_doubt(start_of_rules_)) {
    auto text = start_of_rules_.without_rules().from_fen(fen);
    // With other ranks the FEN is of another game.
    if (text && text->text_start()->ranks == start_of_rules_.rules()->ranks()) game = std::move(text);
    if (game) effects.warn(rules_doubted(*start_of_rules_.rules(), fen));
  }
  if (!game) return game.error();
  replace_game(std::move(*game));
  return {};
}

bool GameRecord::set_holdings(const protocol::SetHoldings& holdings) {
  if (game_.position() == nullptr) return false;
  // A FEN has the pieces in hand in brackets behind the board.
  const std::string before = game_.position()->to_fen();
  const std::size_t open = before.find('[');
  if (open == std::string::npos) return false;
  std::string held(holdings.white);
  std::ranges::transform(held, held.begin(), to_upper);
  held += lower_case(holdings.black);
  std::string fen = before;
  fen.replace(open + 1, fen.find(']') - open - 1, held.empty() ? "-" : held);
  auto game = start_of_rules_.from_fen(fen);
  if (!game || game->position()->to_fen() == before) return false;
  replace_game(std::move(*game));
  return true;
}

std::optional<game::Move> GameRecord::doubt_rules(std::string_view text, ReadMove read, Effects& effects) {
  if (!may_doubt(game_)) return std::nullopt;
  game::Game doubted = game_.without_rules();
  auto move = (doubted.*read)(text);
  if (!move) return std::nullopt;
  effects.warn(rules_doubted(*game_.rules(), text));
  game_ = std::move(doubted);
  return move;
}

void GameRecord::push(const game::Move& move, Mover mover) {
  game_.push(move);
  movers_.push_back(mover);
}

bool GameRecord::take_back(std::size_t plies) {
  if (plies > ply()) return false;
  movers_.resize(ply() - plies);
  game_.truncate(movers_.size());
  return true;
}

bool GameRecord::chess960() const {
  return game_.is_chess() && (chess960_ || game_.start()->needs_chess960());
}

game::CastlingNotation GameRecord::castling() const {
  return chess960() ? game::CastlingNotation::king_takes_rook : game::CastlingNotation::king_to_destination;
}

std::vector<book::PlayedMove> GameRecord::results(Score result) const {
  // Of our side, which moved first after the opening or second.
  const std::size_t first = played_throughout(movers_, opening_) ? opening_ : opening_ + 1;
  if (game_.rules() == nullptr || !played_throughout(movers_, first)) return {};
  const std::optional<int> earned = points(result, game_.position_at(first).side_to_move());
  if (!earned) return {};

  std::vector<book::PlayedMove> moves;
  for (std::size_t ply = first; ply < game_.ply(); ply += 2)
    moves.push_back({.position = game_.position_at(ply), .move = game_.moves()[ply], .points = *earned});
  return moves;
}

protocol::Search GameRecord::search(const protocol::SearchLimits& limits) const {
  return {.game = &game_, .limits = limits, .castling = castling()};
}

game::Game variant_game(const variants::Catalogue* known, std::string_view uci_name,
                        std::string_view xboard_name) {
  if (uci_name.empty()) return {};
  if (const auto rules = game::Rules::find(xboard_name, known)) return game::Game(*rules);
  if (const auto rules = game::Rules::find(uci_name, known)) return game::Game(*rules);
  return game::Game(game::text_start(uci_name));
}

std::string rules_doubted(const game::Rules& rules, std::string_view what) {
  constexpr std::size_t kMostShown = 100;
  return fmt::format("\"{}\" is against the rules of {}: the game goes on without rules and book",
                     what.substr(0, kMostShown), rules.name());
}

}  // namespace polyglot::session
