// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

/// Games whose rules are not known, as text: a GUI of XBoard and an engine of UCI both know the rules, and
/// write some things differently.
/// Source: CECP, "usermove"; the option UCI_Variant as Fairy-Stockfish has it.
namespace polyglot::game {

/// Where a game began whose rules are not known.
struct TextStart {
  std::string variant;  ///< as UCI engines call it
  std::string fen;      ///< as they write it; empty: the variant's own
  int ranks = 8;        ///< of the board
  chess::Color side = chess::Color::white;
  int move_number = 1;
};

/// The start of a variant's games.
[[nodiscard]] TextStart text_start(std::string_view variant);
/// A position in XBoard's FEN. Error: the text cannot be one.
[[nodiscard]] Result<TextStart> text_start(std::string_view variant, std::string_view fen);

/// A move in coordinates, from the one protocol to the other: XBoard counts the ranks of boards with exactly
/// ten from 0. The move may be a drop (P@e4), have several legs (c4d5,d5e4), and end in a promotion or what
/// else the variant has. Nothing if the text does not look like a move.
[[nodiscard]] std::optional<std::string> uci_move(std::string_view xboard_move, int ranks);
[[nodiscard]] std::optional<std::string> xboard_move(std::string_view uci_move, int ranks);

/// True if a text has the form of a move of chess or of a variant, in any notation. Whether it is legal is
/// not for us to say.
[[nodiscard]] bool looks_like_move(std::string_view text);

/// No move, as UCI writes it.
inline constexpr std::string_view kNullMove = "0000";

}  // namespace polyglot::game
