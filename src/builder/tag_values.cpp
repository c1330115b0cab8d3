// SPDX-License-Identifier: MIT
#include "builder/tag_values.hpp"

#include <polyglot/ascii.hpp>
#include <polyglot/counts/totals.hpp>

namespace polyglot::builder {
namespace {

constexpr Range<int> kNoDate{.least = 1, .most = 0};

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
  std::optional<std::chrono::seconds> base;
  std::chrono::seconds increment{0};
};

/// Takes the seconds of the unit at the start of a text; nothing if there is none.
std::optional<int> take_unit(std::string_view& text) {
  struct Unit {
    int seconds;
    std::array<std::string_view, 6> words;
  };
  constexpr std::array kUnits{Unit{1, {"\"", "s", "sec", "secs", "second", "seconds"}},
                              Unit{60, {"'", "m", "min", "mins", "minute", "minutes"}},
                              Unit{3600, {"h", "hour", "hours"}}};
  const std::string_view trimmed = trim(text);
  const std::size_t letters =
      std::min(trimmed.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), trimmed.size());
  const std::string_view word = trimmed.substr(0, std::max<std::size_t>(letters, 1));
  const auto unit = std::ranges::find_if(kUnits, [word](const Unit& known) {
    return !word.empty() && std::ranges::find(known.words, word) != known.words.end();
  });
  if (unit == kUnits.end()) return std::nullopt;
  text = trimmed.substr(word.size());
  return unit->seconds;
}

/// Reads words of a person where they are plain: "15'/game & 10\"/move", "60 mins", "90 min + 30 sec",
/// "G/60". Only the first time is the base, and a later one in seconds the increment.
TimeControl read_words(std::string text) {
  constexpr std::string_view kSigns = " \t/+&,.;";
  constexpr std::array<std::string_view, 9> kWords = {"game",      "move", "moves", "per", "and",
                                                      "increment", "inc",  "all",   "in"};
  std::erase(text, '\\');  // before a quote
  TimeControl control;
  for (std::string_view rest = text; !(rest = trim(rest, kSigns)).empty();) {
    if (rest.starts_with("g/") && !control.base) {
      rest.remove_prefix(2);
      const auto minutes = take_number(rest);
      if (!minutes || take_unit(rest).value_or(60) != 60) return {};
      control.base.emplace(std::chrono::minutes(*minutes));
      continue;
    }
    if (!is_digit(rest.front())) {
      const std::string_view word = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz"));
      if (std::ranges::find(kWords, word) == kWords.end()) return {};
      rest.remove_prefix(word.size());
      continue;
    }
    const auto number = take_number(rest);
    const auto unit = take_unit(rest);
    if (!number || !unit || *number > std::numeric_limits<int>::max() / *unit) return {};
    const std::chrono::seconds time(*number * *unit);
    if (!control.base)
      control.base = time;
    else if (*unit == 1)
      control.increment = time;
  }
  return control;
}

/// Reads "300+3", "40/5400+30:1800", "*60", "1/86400" and "-", or else words.
TimeControl read_time_control(std::string_view text) {
  text = trim(text);
  const std::string_view whole = text;
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
  if (number) control.base.emplace(*number);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    control.increment = std::chrono::seconds(take_number(text).value_or(0));
  }
  text = trim(text);
  return text.empty() || text.starts_with(':') || control.correspondence ? control
                                                                         : read_words(lower_case(whole));
}

std::uint16_t clamped_rating(int rating) noexcept {
  return static_cast<std::uint16_t>(std::clamp(rating, 1, int{std::numeric_limits<std::uint16_t>::max()}));
}

}  // namespace

pgn::GameResult result_by_tag(const pgn::GameText& game) noexcept {
  std::string_view value;
  for (const pgn::Tag& tag : game.tags()) {
    if (tag.name == "Result") value = tag.value;
  }
  const bool has_blanks = !value.empty() && (is_space(value.front()) || is_space(value.back()));
  return has_blanks ? pgn::GameResult::unknown : pgn::result_of(value);
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

std::optional<int> base_time_of(std::string_view time_control) {
  const auto base = read_time_control(time_control).base;
  return base ? std::optional(static_cast<int>(base->count())) : std::nullopt;
}

TimeClass time_class_of(std::string_view time_control) {
  const TimeControl control = read_time_control(time_control);
  if (control.correspondence) return TimeClass::correspondence;
  if (!control.base) return TimeClass::unknown;
  return time_class(*control.base, control.increment);
}

TimeClass lichess_speed_of(std::string_view time_control) {
  constexpr std::chrono::seconds kUltraBullet{30};
  const TimeControl control = read_time_control(time_control);
  const bool is_timed = control.base && !control.correspondence;
  return is_timed && estimated_time(*control.base, control.increment) < kUltraBullet
             ? TimeClass::ultra_bullet
             : time_class_of(time_control);
}

int days_since_1970(int date) noexcept {
  namespace chrono = std::chrono;
  const chrono::year_month year_month(
      chrono::year(date / 10000), chrono::month(static_cast<unsigned>(std::clamp(date / 100 % 100, 1, 12))));
  const auto last = static_cast<unsigned>((year_month / chrono::last).day());
  const chrono::day day(std::clamp(static_cast<unsigned>(date % 100), 1U, last));
  return static_cast<int>(chrono::sys_days(year_month / day).time_since_epoch().count());
}

GameFacts facts_of(const pgn::GameText& game, const GroupBy& by) {
  // Unknown parts of a date are 0.
  const Range<int> date = date_of(game);
  GameFacts facts{.result = game.result(),
                  .group = 0,
                  .date = date.least > date.most ? 0 : static_cast<std::uint32_t>(date.least)};
  const auto white = rating_of(game, pgn::KnownTag::white_elo);
  const auto black = rating_of(game, pgn::KnownTag::black_elo);
  if (white && black) facts.ratings = {clamped_rating(*white), clamped_rating(*black)};
  counts::Group group;
  if (by.speed) group.speed = lichess_speed_of(game.tag(pgn::KnownTag::time_control).value_or(""));
  if (by.rating)
    group.rating = facts.ratings[0] == 0 ? counts::Group::kUnrated
                                         : counts::rating_band((facts.ratings[0] + facts.ratings[1]) / 2);
  if (by.year) group.year = static_cast<std::uint16_t>(facts.date / 10000);
  facts.group = group.code();
  return facts;
}

}  // namespace polyglot::builder
