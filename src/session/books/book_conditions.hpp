// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <polyglot/ascii.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/time_class.hpp>

namespace polyglot::session {

/// Facts from the GUI about the present game that may decide which books are used: the clock and the
/// opponent.
class BookConditions {
 public:
  /// Takes a message of a GUI with this view of games.
  void hear(const protocol::GuiMessage& message, protocol::Dialect::View view) {
    const protocol::Match take{
        [&](const protocol::NewGame&) { begin_game(view); },
        [&](const protocol::SetOption& option) {
          if (view == protocol::Dialect::View::positions && equal_ignoring_case(option.name, "UCI_Opponent"))
            opponent_ = name_in(option.value.value_or("")).substr(0, kLongestName);
        },
        [&](const protocol::OpponentName& opponent) { opponent_ = opponent.name.substr(0, kLongestName); },
        [&](const protocol::SetTimeControl& control) {
          if (control.base > 0 || control.increment > 0) set_clock(control.base, control.increment);
        },
        [&](const protocol::SetMoveTime& limit) { set_clock(0, limit.time); },
        [&](const protocol::SetClock& clock) {
          if (clock.ours && !time_class_) set_clock(clock.time, 0);
        },
        [](const auto&) {},
    };
    std::visit(take, message);
  }

  /// A UCI GUI wants a search. The first search of a game shows the clock.
  void search_begins(const game::Game& game, const protocol::SearchLimits& limits) {
    if (game.ply() < searched_ply_) time_class_.reset();  // a game has begun, although the GUI did not say so
    searched_ply_ = game.ply();
    if (time_class_) return;
    const bool white = game.turn() == chess::Color::white;
    const auto& base = white ? limits.white_time : limits.black_time;
    const auto& increment = white ? limits.white_increment : limits.black_increment;
    if (base) {
      set_clock(*base, increment.value_or(0));
    } else if (limits.move_time) {
      set_clock(0, *limits.move_time);
    }
  }

  /// Nothing if the clock is not known.
  [[nodiscard]] std::optional<TimeClass> time_class() const noexcept { return time_class_; }
  /// Empty if the opponent is not known.
  [[nodiscard]] const std::string& opponent() const noexcept { return opponent_; }

 private:
  /// Longer than any name. It limits the text in which an expression is searched.
  static constexpr std::size_t kLongestName = 200;

  /// The value of UCI_Opponent is `TITLE ELO computer|human NAME`. Source: UCI, "UCI_Opponent".
  static std::string_view name_in(std::string_view value) {
    constexpr int kWordsBefore = 3;
    std::string_view rest = value;
    std::string_view kind;
    for (int i = 0; i < kWordsBefore; ++i) kind = take_word(rest);
    const bool is_complete = equal_ignoring_case(kind, "computer") || equal_ignoring_case(kind, "human");
    const std::string_view name = trim(is_complete ? rest : value);
    return name == protocol::kEmptyText ? std::string_view() : name;
  }

  void set_clock(std::int64_t base, std::int64_t increment) {
    time_class_ = polyglot::time_class(std::chrono::milliseconds(base), std::chrono::milliseconds(increment));
  }

  /// XBoard's time control stays for later games; its opponent is named again for each game.
  void begin_game(protocol::Dialect::View view) {
    if (view == protocol::Dialect::View::positions) {
      time_class_.reset();
      searched_ply_ = 0;
    } else {
      opponent_.clear();
    }
  }

  std::optional<TimeClass> time_class_;
  std::string opponent_;
  std::size_t searched_ply_ = 0;  ///< ply of the last search of a UCI GUI
};

}  // namespace polyglot::session
