// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <polyglot/counted.hpp>

#include "book/formats/abk/abk_file.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

using AbkMoves = std::span<const AbkMove>;

/// Whether a move reaches the author's minimum values for the side. If the book does not store won games,
/// only the number of games counts.
bool reaches_least(const AbkMove& move, const AbkHeader& header, chess::Color side, bool knows_won) {
  if (header.priority_weight == 0 && header.games_weight == 0 && header.percent_weight == 0) return true;
  if (move.games < header.least_games) return false;
  if (!knows_won) return true;
  const bool is_white = side == chess::Color::white;
  const std::int64_t won = is_white ? move.won : move.lost;
  const std::int64_t drawn = std::max<std::int64_t>(move.games - move.won - move.lost, 0);
  const std::uint32_t least = is_white ? header.least_percent_white : header.least_percent_black;
  return won >= header.least_won && 50 * (2 * won + drawn) >= std::int64_t{least} * move.games;
}

/// Computes the weights of the moves in one position. Source: docs/abk-book.md, "Weights".
std::vector<std::uint32_t> abk_weights(AbkMoves moves, const AbkHeader& header, chess::Color side) {
  constexpr double kHeaviest = 65535;
  const bool knows_won = std::ranges::any_of(moves, [](const AbkMove& m) { return m.won + m.lost > 0; });
  const auto is_played = [&](const AbkMove& move) {
    return move.priority > 0 && reaches_least(move, header, side, knows_won);
  };
  double games = 0;
  double priorities = 0;
  std::uint8_t least = 255;
  std::uint8_t most = 0;
  for (const AbkMove& move : moves) {
    if (!is_played(move)) continue;
    games += static_cast<double>(move.games);
    priorities += move.priority;
    least = std::min(least, move.priority);
    most = std::max(most, move.priority);
  }
  const bool by_games = least == most || header.priority_weight == 0;
  const auto value = [&](const AbkMove& move) {
    const auto count = static_cast<double>(move.games);
    if (by_games) return count;
    return move.priority / priorities + (games > 0 && header.games_weight > 0 ? count / games : 0);
  };
  double heaviest = 0;
  for (const AbkMove& move : moves)
    if (is_played(move)) heaviest = std::max(heaviest, value(move));
  const double scale = by_games && heaviest <= kHeaviest ? 1 : kHeaviest / heaviest;
  std::vector<std::uint32_t> weights;
  for (const AbkMove& move : moves)
    weights.push_back(
        is_played(move) ? std::max(1U, static_cast<std::uint32_t>(std::lround(value(move) * scale))) : 0);
  return weights;
}

/// The ply of the next move. The first ply of a game is 1.
std::uint32_t ply_of(const chess::Position& position) {
  return static_cast<std::uint32_t>(2 * position.fullmove_number()) -
         (position.side_to_move() == chess::Color::white ? 1U : 0U);
}

/// A book of Arena. The whole tree of lines is in memory, with 40 bytes for each move. A position is found by
/// any line that leads to it. Moves that Arena would not play, because of their priority or the author's
/// settings, have weight 0. Source: docs/abk-book.md.
class AbkBook final : public ReadOnlyBook {
 public:
  AbkBook(const std::string& path, const AbkFile& file);

  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  [[nodiscard]] std::uint64_t size() const override { return moves_.size(); }

 private:
  AbkHeader header_;
  std::vector<AbkMove> moves_;
};

AbkBook::AbkBook(const std::string& path, const AbkFile& file)
    : ReadOnlyBook(BookFormat::abk, path), header_(file.header()) {
  AbkTree tree = read_abk_tree(file);
  if (const auto odd = file.odd_size()) troubles_.note(*odd);
  if (tree.first)
    troubles_.note(
        {"damaged (" + counted(tree.damaged, "entry") +
             " in all, ignored with the lines below them; copy the book again): " + tree.first->what,
         tree.first->where});
  if (tree.odd > 0)
    troubles_.note({"has a priority over 9 or games below zero (" + counted(tree.odd, "entry") +
                        " in all): weights may be wrong, copy the book again",
                    tree.first_odd});
  if (tree.moves.empty()) troubles_.note({"has no moves: copy or make the book again", path});
  moves_ = std::move(tree.moves);
}

BookMoves AbkBook::find(const game::Position& any_position) const {
  if (any_position.chess() == nullptr) return {};
  const chess::Position& position = *any_position.chess();
  // Not equal_range(), because clang 14 cannot compile the use of its result.
  const AbkMoves known(std::ranges::lower_bound(moves_, position.key(), {}, &AbkMove::key),
                       std::ranges::upper_bound(moves_, position.key(), {}, &AbkMove::key));
  const std::vector<std::uint32_t> weights = abk_weights(known, header_, position.side_to_move());
  const std::uint32_t last_ply = header_.last_ply;
  const bool is_over = last_ply != 0 && ply_of(position) > last_ply;
  BookMoves found;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const AbkMove& move = known[i];
    if (!position.is_legal(move.move)) continue;  // the record is of another position with the same key
    const std::uint32_t weight = is_over ? 0 : weights[i];
    found.total_weight += weight;
    found.moves.push_back({.move = move.move,
                           .weight = weight,
                           .facts = {{"games", static_cast<double>(move.games)},
                                     {"won", static_cast<double>(move.won)},
                                     {"lost", static_cast<double>(move.lost)},
                                     {"priority", static_cast<double>(move.priority)}}});
  }
  return found;
}

}  // namespace

OpenedBook open_abk(const std::string& path) {
  const auto file = AbkFile::read(path);
  if (!file) return file.error();
  return std::make_unique<AbkBook>(path, *file);
}

}  // namespace polyglot::book
