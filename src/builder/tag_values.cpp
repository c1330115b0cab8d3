// SPDX-License-Identifier: MIT
#include "builder/tag_values.hpp"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include <polyglot/ascii.hpp>

namespace polyglot::builder {
namespace {

constexpr Range<int> kNoDate{.least = 1, .most = 0};
/// Lichess assumes games of forty moves.
constexpr int kMovesOfAGame = 40;

/// Takes the number off the start of a text. A number that is too large is unknown.
std::optional<int> take_number(std::string_view& text) noexcept {
  const auto number = take_clamped_number<int>(text);
  const bool is_known = number && *number >= 0 && *number < std::numeric_limits<int>::max();
  return is_known ? number : std::nullopt;
}

/// One or two digits after a full stop, a dash or a slash; nothing if they are not known.
std::optional<int> take_part(std::string_view& text) noexcept {
  if (text.size() < 2 || std::string_view(".-/").find(text.front()) == text.npos) return std::nullopt;
  text.remove_prefix(1);
  const auto number = take_number(text);
  return number && *number >= 1 && *number <= 31 ? number : std::nullopt;
}

struct TimeControl {
  bool correspondence = false;
  std::optional<int> base;
  int increment = 0;
};

/// Reads "300+3", "40/5400+30:1800", "*60", "1/86400" and "-".
TimeControl read_time_control(std::string_view text) noexcept {
  TimeControl control;
  control.correspondence = text == "-";
  if (text.starts_with('*')) text.remove_prefix(1);
  auto number = take_number(text);
  if (number && text.starts_with('/')) {
    text.remove_prefix(1);
    const bool each_move = number == 1;
    number = take_number(text);
    control.correspondence = each_move && number;
  }
  control.base = number;
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    control.increment = take_number(text).value_or(0);
  }
  return control;
}

}  // namespace

std::string_view result_tag_of(const pgn::GameText& game) noexcept {
  std::string_view value;
  for (const pgn::Tag& tag : game.tags()) {
    if (tag.name == "Result") value = tag.value;
  }
  return value;
}

std::optional<int> rating_of(const pgn::GameText& game, pgn::KnownTag side) noexcept {
  std::string_view text = game.tag(side).value_or("");
  const auto number = take_number(text);
  return number == 0 ? std::nullopt : number;
}

Range<int> read_date(std::string_view text) noexcept {
  const auto year = take_number(text);
  if (!year || *year < 1000 || *year > 9999) return kNoDate;
  const auto month = take_part(text);
  if (!month || *month > 12) return {.least = *year * 10000, .most = *year * 10000 + 9999};
  const int start = *year * 10000 + *month * 100;
  const auto day = take_part(text);
  return day ? Range<int>{start + *day, start + *day} : Range<int>{start, start + 99};
}

Range<int> date_of(const pgn::GameText& game) noexcept {
  const Range<int> date = read_date(game.tag(pgn::KnownTag::date).value_or(""));
  return date.least <= date.most ? date : read_date(game.tag(pgn::KnownTag::utc_date).value_or(""));
}

std::optional<int> base_time_of(std::string_view time_control) noexcept {
  return read_time_control(time_control).base;
}

TimeClass time_class_of(std::string_view time_control) noexcept {
  const TimeControl control = read_time_control(time_control);
  if (control.correspondence) return TimeClass::correspondence;
  if (!control.base) return TimeClass::unknown;
  return time_class(std::chrono::seconds(*control.base), std::chrono::seconds(control.increment));
}

bool is_ultra_bullet(std::string_view time_control) noexcept {
  const TimeControl control = read_time_control(time_control);
  return !control.correspondence && control.base &&
         *control.base + std::int64_t{kMovesOfAGame} * control.increment < 30;
}

int days_of(int date) noexcept {
  namespace chrono = std::chrono;
  const chrono::year_month year_month(
      chrono::year(date / 10000), chrono::month(static_cast<unsigned>(std::clamp(date / 100 % 100, 1, 12))));
  const auto last = static_cast<unsigned>((year_month / chrono::last).day());
  const chrono::day day(std::clamp(static_cast<unsigned>(date % 100), 1U, last));
  return static_cast<int>(chrono::sys_days(year_month / day).time_since_epoch().count());
}

}  // namespace polyglot::builder
