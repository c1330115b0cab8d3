// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include <polyglot/chess/move.hpp>
#include <polyglot/variants/move.hpp>

namespace polyglot::game {

/// A move of a game whose rules are not known: nobody can say whether it is legal.
struct TextMove {
  std::string text;  ///< as UCI writes it

  friend bool operator==(const TextMove&, const TextMove&) = default;
};

/// A move of any game: of the kind that the game's position has.
using Move = std::variant<chess::Move, variants::Move, TextMove>;

}  // namespace polyglot::game
