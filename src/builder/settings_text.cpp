// SPDX-License-Identifier: MIT
#include "builder/settings_text.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

#include "builder/compiled_filter.hpp"

namespace polyglot::builder {
namespace {

constexpr std::array<std::string_view, 6> kTimeClassNames = {"bullet",    "blitz",          "rapid",
                                                             "classical", "correspondence", "unknown"};

/// Writes settings as lines of options.
class SettingsText {
 public:
  void add(std::string_view name, std::string_view value = {}) {
    text_.append(text_.empty() ? "" : "\n").append(name);
    if (!value.empty()) text_.append(" ").append(value);
  }
  void add_if(bool is_given, std::string_view name, std::string_view value = {}) {
    if (is_given) add(name, value);
  }
  template <class Number>
  void add_limits(const Range<Number>& range, std::string_view least, std::string_view most) {
    const Range<Number> open;
    add_if(range.least != open.least, least, std::to_string(range.least));
    add_if(range.most != open.most, most, std::to_string(range.most));
  }
  void add_list(std::string_view name, std::vector<std::string> values) {
    if (values.empty()) return;
    std::ranges::sort(values);
    std::string list;
    for (const std::string& value : values) list.append(list.empty() ? "" : ",").append(value);
    add(name, list);
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string_view name_of(Sides sides) noexcept {
  switch (sides) {
    case Sides::white:
      return "white";
    case Sides::black:
      return "black";
    case Sides::winner:
      return "winner";
    case Sides::player:
      return "player";
    case Sides::both:
      break;
  }
  return "both";
}

std::string groups_of(const GroupBy& by) {
  std::string text;
  const auto add = [&text](bool is_wanted, std::string_view name) {
    if (is_wanted) text.append(text.empty() ? "" : ",").append(name);
  };
  add(by.rating, "rating");
  add(by.speed, "speed");
  add(by.year, "year");
  return text;
}

/// Identifies the names of openings by what matters to the filter.
std::string identity_of_names(const GameFilter& filter) {
  std::vector<std::string> lines;
  for (const auto& [key, is_wanted] : named_positions(filter))
    lines.push_back(fmt::format("{:016x} {}\n", key, is_wanted));
  std::ranges::sort(lines);
  const std::string text = fmt::to_string(fmt::join(lines, ""));
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

void add_filter(SettingsText& text, const GameFilter& filter) {
  const GameFilter open;
  text.add_limits(filter.elo, "min-elo", "max-elo");
  text.add_if(!filter.elo.is_open() && filter.elo_of != EloOf::both, "elo-of",
              filter.elo_of == EloOf::either ? "either" : "mean");
  text.add_if(filter.max_elo_difference != open.max_elo_difference, "max-elo-diff",
              std::to_string(filter.max_elo_difference));
  text.add_limits(filter.date, "since", "until");
  text.add_list("result", filter.results);
  std::vector<std::string> classes;
  for (const TimeClass each : filter.time_classes)
    classes.emplace_back(kTimeClassNames.at(static_cast<std::size_t>(each)));
  text.add_list("time-class", classes);
  text.add_limits(filter.base_time, "min-base", "max-base");
  std::vector<std::string> codes;
  for (const openings::EcoRange& range : filter.eco) codes.push_back(range.first + "-" + range.last);
  text.add_list("eco", codes);
  std::vector<std::string> openings;
  for (const openings::OpeningQuery& query : filter.openings_wanted) openings.push_back(query.text());
  text.add_list("openings", openings);
  // Parts that were counted with other names of openings cannot be added.
  if (!openings.empty() && filter.opening_names) text.add("openings-file", identity_of_names(filter));
  text.add_if(!filter.player.empty(), "player", filter.player);
  text.add_if(filter.player_side != Sides::both, "player-side", name_of(filter.player_side));
  text.add_if(!filter.event.empty(), "event", filter.event);
  text.add_if(!filter.variant.empty(), "variant", filter.variant);
  text.add_if(filter.untagged, "untagged");
  text.add_if(filter.min_plies > 0, "min-length", std::to_string(filter.min_plies));
  text.add_if(filter.sides != Sides::both, "sides", name_of(filter.sides));
}

}  // namespace

std::string settings_text(const Settings& settings) {
  SettingsText text;
  text.add("max-ply", std::to_string(settings.max_ply));
  const std::string groups = groups_of(settings.counted_by.value_or(GroupBy()));
  text.add_if(!groups.empty(), "by", groups);
  text.add_if(settings.keep_games, "keep-games");
  add_filter(text, settings.filter);
  text.add_if(settings.variant && settings.variant->has_plain_keys(), "keys", "plain");
  text.add_if(settings.leave_out_inner_rooks, "no-inner-rooks");
  return text.take();
}

}  // namespace polyglot::builder
