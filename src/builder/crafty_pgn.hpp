// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/intake.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {

/// What Crafty sees in PGN: a tag line, or a word among the moves.
struct CraftyItem {
  bool is_tag = false;
  std::string_view text{};    ///< the line, or the move without its marks; valid until the next item
  std::uint8_t marks = 0;     ///< crafty_status, of a move
  std::uint32_t percent = 0;  ///< that a comment behind a move gives it
  std::uint64_t line = 0;     ///< counts from 1
};

/// Reads PGN as Crafty does, to the letter.
/// Source: docs/crafty-book.md, "How Crafty reads games".
class CraftyPgn {
 public:
  /// More of the text, which stays valid until the next call; empty at its end.
  using MoreText = std::function<std::string_view()>;

  explicit CraftyPgn(MoreText more) : more_(std::move(more)) {}

  /// Nothing at the end of the text.
  [[nodiscard]] std::optional<CraftyItem> next();
  /// Passes over what is left of the line.
  void drop_line() noexcept { rest_ = {}; }

 private:
  [[nodiscard]] bool read_line();
  [[nodiscard]] std::string_view take_token() noexcept;
  void skip_nested(std::string_view token);
  [[nodiscard]] std::uint32_t percent_behind() const noexcept;

  MoreText more_;
  std::string_view text_;  ///< read, but not yet in a line
  std::string line_;
  std::string_view rest_;  ///< of the line
  std::uint64_t number_ = 0;
  bool line_ended_ = true;  ///< else the line was longer than Crafty's
};

/// The move that Crafty takes a text for, its marks cut off; nothing where it sees an error: no legal move
/// fits, or more than one.
/// Source: docs/crafty-book.md, "How Crafty reads games".
[[nodiscard]] std::optional<chess::Move> read_crafty_move(const chess::Position& position,
                                                          std::string_view text);

/// Counts the moves of all games. One thread reads them, as the chunks of a file are one text for Crafty.
[[nodiscard]] Result<void> count_crafty_games(const Settings& settings, Intake& intake,
                                              Aggregator<CraftyTally>& moves);

}  // namespace polyglot::builder
