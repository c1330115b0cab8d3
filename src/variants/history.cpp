// SPDX-License-Identifier: MIT
#include <algorithm>

#include <polyglot/chess/zobrist.hpp>
#include <polyglot/variants/history.hpp>

#include "variants/rules.hpp"

namespace polyglot::variants {
namespace {

/// Spreads the information of a number over all bits of a key.
Key spread(std::uint64_t number) noexcept {
  const Key key = (number + 1) * 0x9e37'79b9'7f4a'7c15;
  return key ^ key >> 32;
}

/// True if one side has always given check: every second position, from `first` on, is a check.
bool are_all_checks(std::span<const Occurrence> positions, std::size_t first) {
  for (std::size_t i = first; i < positions.size(); i += 2) {
    if (!positions[i].in_check) return false;
  }
  return first < positions.size();
}

/// Returns the side that gave check with every move of this part of a game. `us` is to move at its end.
std::optional<Color> perpetual_checker(Color us, std::span<const Occurrence> part) {
  const std::size_t last = part.size() - 1;
  const bool they_check = are_all_checks(part, last % 2);
  const bool we_check = are_all_checks(part, (last + 1) % 2);
  if (they_check == we_check) return std::nullopt;
  return they_check ? ~us : us;
}

}  // namespace

/// Combines XBoard's key with everything else on which later moves depend.
Key Position::repetition_key() const {
  const Rules& rules = variant_->rules();
  Key key = (board_key_ ^ (side_to_move_ == Color::white ? chess::white_to_move_key() : 0)) + holdings_key_;
  key ^= spread(with_real_castling_rights().castling_rights_);
  const auto mix = [&key](std::uint64_t place, std::uint64_t what) { key ^= spread(place << 32 | what); };
  for (const Color color : {Color::white, Color::black}) {
    const bool can_gate =
        std::ranges::any_of(rules.holdings.gating, [&](Kind kind) { return held(color, kind) != 0; });
    if (can_gate) mix(1 + index(color), unmoved_files_[index(color)]);
    mix(3 + index(color), checks_given_[index(color)]);
    pieces(color).for_each([&](Square square) {
      const Piece piece = piece_on(square);
      if (rules.of(piece.kind()).book_number < 0) mix(5, 256 * piece.index() + at(square));
    });
  }
  if (lion_taken_) mix(6, at(*lion_taken_));
  if (en_passant_ &&
      std::ranges::any_of(legal_moves(), [](const Move& move) { return move.kind == MoveKind::en_passant; }))
    mix(7, at(en_passant_->passed));
  return key;
}

Occurrence occurrence_of(const Position& position) {
  return {position.repetition_key(), position.in_check()};
}

Outcome history_outcome(const Position& position, std::span<const Occurrence> game) {
  const HistoryRules& rules = position.variant().history();
  const Color us = position.side_to_move();
  if (rules.repetitions != 0 && !game.empty()) {
    const Key key = game.back().key;
    if (std::ranges::count(game, key, &Occurrence::key) >= rules.repetitions) {
      const auto first = std::ranges::find(game, key, &Occurrence::key);
      const std::optional<Color> checker =
          rules.perpetual_check_loses ? perpetual_checker(us, {first + 1, game.end()}) : std::nullopt;
      if (checker) return {Ending::perpetual_check, ~*checker};
      switch (rules.repetition_result) {
        case RepetitionResult::draw:
          return {Ending::repetition, std::nullopt};
        case RepetitionResult::mover_loses:
          return {Ending::repetition, us};
        case RepetitionResult::white_loses:
          return {Ending::repetition, Color::black};
      }
    }
  }
  if (rules.quiet_moves != 0 && position.halfmove_clock() >= 2 * rules.quiet_moves)
    return {Ending::quiet_moves, std::nullopt};
  return {};
}

}  // namespace polyglot::variants
