// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/totals.hpp>

namespace polyglot::counts {

using Content = std::map<std::uint64_t, std::vector<Row>>;

/// Rows as games leave them: most of one game, some of many.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : dice_(seed) {}

  [[nodiscard]] std::uint64_t below(std::uint64_t limit) { return dice_() % limit; }
  [[nodiscard]] std::uint64_t any() { return dice_(); }

  [[nodiscard]] Totals totals() {
    Totals totals;
    totals.games = below(10) == 0 ? 1 + below(1 << below(20)) : 1;
    totals.wins = below(totals.games + 1);
    totals.draws = below(totals.games - totals.wins + 1);
    totals.losses = below(totals.games - totals.wins - totals.draws + 1);
    totals.rated = below(5) == 0 ? below(totals.games + 1) : totals.games;
    totals.rating_sum = totals.rated * (800 + below(2000));
    totals.opponent_sum = totals.rated * (800 + below(2000));
    if (below(8) == 0) return totals;
    totals.first_date = date();
    totals.last_date = totals.games == 1 ? totals.first_date : std::max(totals.first_date, date());
    return totals;
  }
  /// Games that stand anywhere, one at least at the beginning of each input.
  [[nodiscard]] std::vector<ShownGame> games(std::uint32_t inputs, std::size_t games) {
    std::vector<ShownGame> made;
    std::set<GamePlace> places;
    for (std::uint32_t input = 0; input < inputs; ++input) places.insert({.input = input});
    while (places.size() < games)
      places.insert({.input = static_cast<std::uint32_t>(below(inputs)), .offset = below(1 << 30)});
    for (const GamePlace& place : places) made.push_back(game(place));
    return made;
  }
  /// As games() makes them, for each row one.
  void keep(const std::vector<ShownGame>& games, std::vector<Row>& rows) {
    for (Row& row : rows) {
      const ShownGame& game = games[below(games.size())];
      row.game = {.input = game.place.input,
                  .ratings = static_cast<std::uint32_t>(below(3) * 2000),
                  .offset = game.place.offset};
      if (row.totals.games > 1) continue;
      row.input = game.place.input;
      row.game.ratings = static_cast<std::uint32_t>(row.totals.rating_sum + row.totals.opponent_sum);
    }
  }
  [[nodiscard]] std::vector<Row> rows(std::uint32_t inputs, std::uint32_t groups) {
    std::vector<Row> rows;
    const std::uint64_t size = below(8) == 0 ? 1 + below(30) : 1;
    for (std::uint64_t i = 0; i < size; ++i)
      rows.push_back({.move = static_cast<std::uint16_t>(100 * i + below(100)),
                      .group = Group{.rating = static_cast<std::uint16_t>(100 * below(groups))}.code(),
                      .input = static_cast<std::uint32_t>(below(inputs)),
                      .totals = totals()});
    return rows;
  }

 private:
  [[nodiscard]] std::string name() {
    std::string name(below(20) == 0 ? kMostTagBytes : below(12), 'a');
    for (char& letter : name) letter = static_cast<char>(below(256));
    return name;
  }
  [[nodiscard]] ShownGame game(const GamePlace& place) {
    const char* const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    return {.white = name(),
            .black = name(),
            .event = name(),
            .site = name(),
            .white_rating = static_cast<int>(below(65536)),
            .black_rating = static_cast<int>(below(3000)),
            .year = static_cast<std::uint16_t>(below(3000)),
            .month = static_cast<std::uint16_t>(below(13)),
            .result = results[below(4)],
            .place = place};
  }
  [[nodiscard]] std::uint32_t date() {
    return static_cast<std::uint32_t>((1900 + below(120)) * 10000 + below(13) * 100 + below(32));
  }

  std::mt19937_64 dice_;
};

}  // namespace polyglot::counts
