// SPDX-License-Identifier: MIT
#include "session/books/circumstances.hpp"
#include <chrono>
#include <string_view>
#include <variant>

#include <polyglot/ascii.hpp>

namespace polyglot::session {
namespace {

/// Longer than any name. It limits the text in which an expression is searched.
constexpr std::size_t kLongestName = 200;

/// The value of UCI_Opponent is `TITLE ELO computer|human NAME`. Source: UCI, "UCI_Opponent".
std::string_view name_in(std::string_view value) {
  constexpr int kWordsBefore = 3;
  std::string_view rest = value;
  std::string_view kind;
  for (int i = 0; i < kWordsBefore; ++i) kind = take_word(rest);
  const bool as_told = equal_ignoring_case(kind, "computer") || equal_ignoring_case(kind, "human");
  const std::string_view name = trim(as_told ? rest : value);
  return name == protocol::kEmptyText ? std::string_view() : name;
}

}  // namespace

void Circumstances::set_clock(std::int64_t base, std::int64_t increment) {
  time_class_ = book::time_class(std::chrono::milliseconds(base), std::chrono::milliseconds(increment));
}

/// XBoard's time control stays for later games; its opponent is named again for each game.
void Circumstances::begin_game(protocol::Dialect::View view) {
  if (view == protocol::Dialect::View::positions) {
    time_class_.reset();
    searched_ply_ = 0;
  } else {
    opponent_.clear();
  }
}

void Circumstances::hear(const protocol::GuiMessage& message, protocol::Dialect::View view) {
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

void Circumstances::search_begins(const game::Game& game, const protocol::SearchLimits& limits) {
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

}  // namespace polyglot::session
