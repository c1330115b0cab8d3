#pragma once

#include <optional>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/protocol/messages.hpp>

/// What an engine says in words. Source: CECP, "Commands from the engine to xboard" and "Idioms".
namespace polyglot::protocol {

/// The move of "move M", "N. ... M" or "My move is: M"; empty if the line announces none.
[[nodiscard]] std::string_view announced_move(std::string_view line) noexcept;

/// The last word of "Illegal move (reason): M", without what precedes it; nothing for any other line.
[[nodiscard]] std::optional<std::string_view> refused_move(std::string_view line) noexcept;

/// True for "Error (unknown command): COMMAND" and the like.
[[nodiscard]] bool rejects_command(std::string_view line, std::string_view command) noexcept;

/// A result, in PGN's words or in those of old engines.
[[nodiscard]] std::optional<EngineClaims> claimed_result(std::string_view line) noexcept;

/// "resign", or a result whose comment says so.
[[nodiscard]] bool is_resignation(std::string_view line) noexcept;
[[nodiscard]] bool is_draw_offer(std::string_view line) noexcept;
/// Words for the user, the opponent or the spectators.
[[nodiscard]] bool is_telling(std::string_view line) noexcept;

/// Reads a move in any of the notations engines use.
[[nodiscard]] std::optional<chess::Move> read_engine_move(const chess::Position& position,
                                                          std::string_view text);

}  // namespace polyglot::protocol
