// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/book/time_class.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/front.hpp>

namespace polyglot::session {

/// What a GUI has said of the present game that may decide which books are used: the clock, and who the
/// opponent is.
class Circumstances {
 public:
  /// A message of a GUI that sees games so.
  void hear(const protocol::GuiMessage& message, protocol::Dialect::View view);
  /// A UCI GUI wants a search; its first of a game tells the clock.
  void search_begins(const game::Game& game, const protocol::SearchLimits& limits);

  /// Nothing: the clock is not known.
  [[nodiscard]] std::optional<book::TimeClass> time_class() const noexcept { return time_class_; }
  /// Empty: not known.
  [[nodiscard]] const std::string& opponent() const noexcept { return opponent_; }

 private:
  void set_clock(std::int64_t base, std::int64_t increment);
  void begin_game(protocol::Dialect::View view);

  std::optional<book::TimeClass> time_class_;
  std::string opponent_;
  std::size_t searched_ply_ = 0;  ///< of the last search of a UCI GUI
};

}  // namespace polyglot::session
