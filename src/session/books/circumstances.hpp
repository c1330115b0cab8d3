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

/// Facts from the GUI about the present game that may decide which books are used: the clock and the
/// opponent.
class Circumstances {
 public:
  /// Takes a message of a GUI with this view of games.
  void hear(const protocol::GuiMessage& message, protocol::Dialect::View view);
  /// A UCI GUI wants a search. The first search of a game shows the clock.
  void search_begins(const game::Game& game, const protocol::SearchLimits& limits);

  /// Nothing if the clock is not known.
  [[nodiscard]] std::optional<book::TimeClass> time_class() const noexcept { return time_class_; }
  /// Empty if the opponent is not known.
  [[nodiscard]] const std::string& opponent() const noexcept { return opponent_; }

 private:
  void set_clock(std::int64_t base, std::int64_t increment);
  void begin_game(protocol::Dialect::View view);

  std::optional<book::TimeClass> time_class_;
  std::string opponent_;
  std::size_t searched_ply_ = 0;  ///< ply of the last search of a UCI GUI
};

}  // namespace polyglot::session
