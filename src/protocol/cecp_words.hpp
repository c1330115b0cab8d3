#pragma once

#include <optional>
#include <string_view>

/// What an engine says in words. Source: CECP, "Commands from the engine to xboard" and "Idioms".
namespace polyglot::protocol {

/// The move of "move M", "N. ... M" or "My move is: M"; empty if the line announces none.
[[nodiscard]] std::string_view announced_move(std::string_view line) noexcept;

/// The last word of "Illegal move (reason): M", without what precedes it; nothing for any other line.
[[nodiscard]] std::optional<std::string_view> refused_move(std::string_view line) noexcept;

/// True for "Error (unknown command): COMMAND" and the like.
[[nodiscard]] bool rejects_command(std::string_view line, std::string_view command) noexcept;

/// A result in PGN's words or in those of old engines, or a resignation.
[[nodiscard]] bool ends_game(std::string_view line) noexcept;

/// Words for the user, the opponent or the spectators, offers of a draw among them.
[[nodiscard]] bool is_telling(std::string_view line) noexcept;

}  // namespace polyglot::protocol
