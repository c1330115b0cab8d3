// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include <polyglot/counts/totals.hpp>

#include "builder/tag_values.hpp"

namespace polyglot::builder {
namespace {

std::uint16_t clamped_rating(int rating) noexcept {
  return static_cast<std::uint16_t>(std::clamp(rating, 1, int{std::numeric_limits<std::uint16_t>::max()}));
}

/// The ratings by colour. Both are 0 unless both are known.
std::array<std::uint16_t, 2> ratings_of(const pgn::GameText& game) {
  const auto white = rating_of(game, pgn::KnownTag::white_elo);
  const auto black = rating_of(game, pgn::KnownTag::black_elo);
  if (!white || !black) return {};
  return {clamped_rating(*white), clamped_rating(*black)};
}

/// The first possible day of the game. Unknown parts of it are 0.
std::uint32_t first_date_of(const pgn::GameText& game) {
  const Range<int> date = date_of(game);
  return date.least > date.most ? 0 : static_cast<std::uint32_t>(date.least);
}

std::uint16_t band_of(const std::array<std::uint16_t, 2>& ratings) noexcept {
  if (ratings[0] == 0) return counts::Group::kUnrated;
  return counts::rating_band((ratings[0] + ratings[1]) / 2);
}

/// The speed as on Lichess, where the fastest games are UltraBullet.
TimeClass speed_of(const pgn::GameText& game) {
  const std::string_view control = game.tag(pgn::KnownTag::time_control).value_or("");
  return is_ultra_bullet(control) ? TimeClass::ultra_bullet : time_class_of(control);
}

}  // namespace

GameFacts facts_of(const pgn::GameText& game, const GroupBy& by) {
  GameFacts facts{.has_result = pgn::result_of(result_tag_of(game)) != pgn::GameResult::unknown,
                  .group = 0,
                  .date = first_date_of(game),
                  .ratings = ratings_of(game)};
  counts::Group group;
  if (by.speed) group.speed = speed_of(game);
  if (by.rating) group.rating = band_of(facts.ratings);
  if (by.year) group.year = static_cast<std::uint16_t>(facts.date / 10000);
  facts.group = group.code();
  return facts;
}

}  // namespace polyglot::builder
