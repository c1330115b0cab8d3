// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

/// The part of `key` that shows codes of moves.
namespace polyglot::tools {

/// A move and its code.
struct CodedMove {
  std::uint16_t code;
  std::string move;
  bool is_legal = true;
};

/// Reads a word as a move in coordinates or SAN, or else as a code of four hexadecimal digits.
using ReadCode = std::function<CodedMove(std::string_view word)>;

/// Reads codes that books have in a position.
[[nodiscard]] ReadCode codes_in(const game::Rules& rules, const game::Position& position);

/// Reads compact codes of a very large board, such as "16x16". Moves are "c3c9", "c3-c9" or, with a
/// promotion, "e11e12+". Error: there is no such board.
[[nodiscard]] ReadCode compact_codes(std::string_view board, chess::Color mover);

}  // namespace polyglot::tools
