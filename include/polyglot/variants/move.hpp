// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/variants/types.hpp>

namespace polyglot::variants {

enum class MoveKind : std::uint8_t {
  normal,       ///< from one square to another, a capture included
  double_step,  ///< of a pawn, which can be taken en passant
  en_passant,
  castling,  ///< `to` is the square of the rook
  drop,      ///< of a piece in hand: `piece` onto `to`
  two_leg,   ///< of a Lion: over `via`, what stands there is taken; `to` may be `from`
};

/// What a move says about promotion.
enum class PromotionChoice : std::uint8_t { none, promotes, declines };

/// A move of any variant. Which fields mean something depends on the kinds.
struct Move {
  Square from{};
  Square to{};
  Square via{};                                    ///< the middle square of `two_leg`
  MoveKind kind = MoveKind::normal;                ///< how it is made
  PromotionChoice choice = PromotionChoice::none;  ///< `declines`: promotion was possible
  Kind piece = Kind::none;                         ///< what is dropped, or promoted to
  Kind gated = Kind::none;                         ///< what enters from the hand on a square that was left
  bool gates_on_rook = false;                      ///< castling: on the rook's square, not the king's

  friend constexpr bool operator==(const Move&, const Move&) noexcept = default;
};

}  // namespace polyglot::variants
