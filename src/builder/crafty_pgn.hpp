// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

#include "builder/aggregator.hpp"
#include "builder/intake.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {

/// An item that Crafty reads from PGN: a tag line, or a word among the moves.
struct CraftyItem {
  bool is_tag = false;
  std::string_view text{};    ///< the line, or the move without its marks; valid until the next item
  std::uint8_t marks = 0;     ///< of a move, as crafty_status
  std::uint32_t percent = 0;  ///< of a move, from the comment after it
  std::uint64_t line = 0;     ///< counts from 1
};

/// Reads PGN exactly as Crafty does.
/// Source: docs/crafty-book.md, "How Crafty reads games".
class CraftyPgn {
 public:
  /// Returns more of the text, which stays valid until the next call; empty at the end.
  using MoreText = std::function<std::string_view()>;

  explicit CraftyPgn(MoreText more) : more_(std::move(more)) {}

  /// Nothing at the end of the text.
  [[nodiscard]] std::optional<CraftyItem> next();
  void drop_line() noexcept { rest_ = {}; }
  /// How many variations were skipped so far, nested ones included.
  [[nodiscard]] std::uint64_t variations() const noexcept { return variations_; }

 private:
  [[nodiscard]] bool read_line();
  [[nodiscard]] std::string_view take_token() noexcept;
  void skip_nested(std::string_view token);
  [[nodiscard]] std::uint32_t percent_behind() const noexcept;

  MoreText more_;
  std::string_view text_;  ///< read, but not yet divided into lines
  std::string line_;
  std::string_view rest_;  ///< of the line
  std::uint64_t number_ = 0;
  std::uint64_t variations_ = 0;
  bool line_ended_ = true;  ///< false: the line was longer than Crafty's maximum
};

/// Reads a text without its marks as a move, as Crafty does. Nothing if Crafty sees an error: no legal move
/// fits, or several.
/// Source: docs/crafty-book.md, "How Crafty reads games".
[[nodiscard]] std::optional<chess::Move> read_crafty_move(const chess::Position& position,
                                                          std::string_view text);

/// Counts the moves of all games. One thread reads them, because the chunks of a file are one text for
/// Crafty.
void count_crafty_games(const Settings& settings, Intake& intake, Aggregator<CraftyTally>& moves);

}  // namespace polyglot::builder
