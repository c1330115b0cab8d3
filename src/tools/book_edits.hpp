// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/reached.hpp>

#include "tools/position_arguments.hpp"

namespace polyglot::tools {

using book::BookEdit;

/// Positions by their keys.
using KnownPositions = std::map<chess::Key, game::Position>;

/// Reads "set e2e4 10", "add Nf3=5", "delete e4", "zero e4", "delete *".
/// Two more numbers after the weight of an added move are its learn fields. In a position, moves must be
/// legal, in coordinates or SAN. Below a key, and for deletion, they may also be coordinates of illegal
/// moves, or hexadecimal codes.
[[nodiscard]] BookEdit parse_edit(const game::Rules& rules, const Subject& subject, std::string_view text);

/// The changes that add the missing moves of a line, "1. e4 e5 2. Nf3": all, or those of one side. Adds their
/// positions to `known`. Error: the first illegal move.
[[nodiscard]] std::vector<BookEdit> line_additions(const game::Rules& rules, const game::Position& start,
                                                   const std::string& line, std::uint16_t weight,
                                                   std::optional<chess::Color> side, KnownPositions& known);
/// The last move of a line, "1. e4 e5 2. Nf3".
[[nodiscard]] book::LegalMove last_move_of(const game::Rules& rules, const game::Position& start,
                                           const std::string& line);

/// Reads a script of changes, line by line; "-" is standard input. Adds its positions to `known`. Error:
/// `file:line: ...`, the first one. Source: docs/tools.md, "edit-book".
[[nodiscard]] std::vector<BookEdit> read_edit_script(const std::string& path, const game::Rules& rules,
                                                     KnownPositions& known);

/// Describes changes of records. Each position has a line with its FEN, or with its key if it is unknown.
/// Below it each changed record has a line: the move, and its weight before and after, or "-" for none; with
/// learn fields if they differ.
class ChangeText {
 public:
  using FindPosition = std::function<std::optional<game::Position>(chess::Key)>;

  ChangeText(game::Rules rules, FindPosition find) : rules_(std::move(rules)), find_(std::move(find)) {}

  /// Adds a record before and after the change; null: there was or is none.
  void add(const book::RawEntry* was, const book::RawEntry* is);
  /// Adds the records of a position before and after the change.
  void add(std::span<const book::RawEntry> before, std::span<const book::RawEntry> after);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void begin_position(chess::Key key);

  game::Rules rules_;
  FindPosition find_;
  std::optional<chess::Key> key_;  ///< of the last line
  std::optional<game::Position> position_;
  std::string text_;
};

}  // namespace polyglot::tools
