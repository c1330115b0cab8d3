// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

/// Moves and positions of games whose rules are not known, as text. XBoard GUIs and UCI engines write some of
/// them differently. Source: CECP, "usermove"; the option UCI_Variant of Fairy-Stockfish.
namespace polyglot::game {

/// The start of a game whose rules are not known.
struct TextStart {
  std::string variant;  ///< the name of the variant for UCI engines
  std::string fen;      ///< the FEN for UCI engines; empty: the variant's own start
  int ranks = 8;        ///< number of ranks of the board
  chess::Color side = chess::Color::white;
  int move_number = 1;
};

/// Returns the usual start of a variant's games.
[[nodiscard]] TextStart text_start(std::string_view variant);
/// Reads the start from XBoard's FEN. Error: the text cannot be a FEN.
[[nodiscard]] Result<TextStart> text_start(std::string_view variant, std::string_view fen);

/// Translate a move in coordinates from one protocol to the other. XBoard counts ranks from 0 on boards with
/// exactly ten ranks. The move may be a drop (P@e4), have several legs (c4d5,d5e4), and end in a promotion or
/// another suffix of the variant. They return nothing if the text does not look like a move.
[[nodiscard]] std::optional<std::string> uci_move(std::string_view xboard_move, int ranks);
[[nodiscard]] std::optional<std::string> xboard_move(std::string_view uci_move, int ranks);

/// Returns true if a text has the form of a move of chess or of a variant, in any notation. It may be
/// illegal.
[[nodiscard]] bool looks_like_move(std::string_view text);

/// The null move of UCI.
inline constexpr std::string_view kNullMove = "0000";

}  // namespace polyglot::game
