#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The word for the start position, where a FEN is expected.
inline constexpr std::string_view kStartPosition = "startpos";

/// Declares -moves.
void declare_moves(Syntax& syntax);
/// True if -moves was given, even without any.
[[nodiscard]] bool has_moves_argument(const Arguments& arguments);
/// The words of -moves; none if it was not given.
[[nodiscard]] std::vector<std::string> moves_argument(const Arguments& arguments);

/// Declares -fen and -moves.
void declare_position(Syntax& syntax);
/// True if either was given.
[[nodiscard]] bool names_position(const Arguments& arguments);
/// The position after -moves from -fen, which is the start position unless given.
[[nodiscard]] Result<chess::Position> position_argument(const Arguments& arguments);

/// Reads a FEN, or kStartPosition.
[[nodiscard]] Result<chess::Position> read_position(std::string_view fen);

/// Plays moves in coordinate notation or SAN; move numbers among them are passed over, and a word may hold
/// several moves. Error: the first that is not legal, and where.
[[nodiscard]] Result<void> play(chess::Position& position, std::span<const std::string> words);
[[nodiscard]] Result<void> play(chess::Position& position, std::string_view words);

/// A move in coordinate notation or SAN. Error: it is not legal here.
[[nodiscard]] Result<chess::Move> read_move(const chess::Position& position, std::string_view text);

/// A 64-bit key in hexadecimal, with or without 0x.
[[nodiscard]] Result<chess::Key> read_key(std::string_view text);

}  // namespace polyglot::tools
