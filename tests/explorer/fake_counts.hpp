// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/move_code.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/position.hpp>

#include "explorer/added_counts.hpp"

namespace polyglot::explorer::test {

/// A game for counts: moves in SAN, with blanks between them.
struct FakeGame {
  std::string moves;
  counts::ShownGame tags = {};
  counts::TimeClass speed = counts::TimeClass::blitz;
  std::uint16_t band = 0;
  std::uint32_t date = 0;
};

/// Counts of games that a test writes down, in groups of all three kinds. Each game is kept.
class FakeCounts : public CountsReader {
 public:
  explicit FakeCounts(const std::vector<FakeGame>& games, Grouping grouping = {true, true, true})
      : grouping_(grouping) {
    for (const FakeGame& game : games) add(game);
  }

  [[nodiscard]] CountsSize size() const noexcept override {
    return {.games = shown_.size(), .positions = rows_.size()};
  }
  [[nodiscard]] Grouping grouping() const noexcept override { return grouping_; }
  [[nodiscard]] std::span<const counts::Group> groups() const noexcept override { return groups_; }
  [[nodiscard]] Result<std::vector<counts::MoveTotals>> find(chess::Key key) const override {
    if (is_damaged) return Error{"damaged"};
    const auto found = rows_.find(key);
    return found != rows_.end() ? found->second : std::vector<counts::MoveTotals>();
  }
  [[nodiscard]] Result<counts::ShownGame> game(const counts::GamePlace& place) const override {
    return *std::ranges::find(shown_, place, &counts::ShownGame::place);
  }

  bool is_damaged = false;

 private:
  void add(const FakeGame& game) {
    const counts::Group group{.speed = grouping_.by_speed ? game.speed : counts::TimeClass::any,
                              .rating = grouping_.by_rating ? game.band : std::uint16_t{0},
                              .year = grouping_.by_year ? game.tags.year : std::uint16_t{0}};
    const auto same = [&group](const counts::Group& other) {
      return other.speed == group.speed && other.rating == group.rating && other.year == group.year;
    };
    auto place = std::ranges::find_if(groups_, same);
    if (place == groups_.end()) place = groups_.insert(groups_.end(), group);
    const auto number = static_cast<std::uint16_t>(place - groups_.begin());
    shown_.push_back(game.tags);
    game::Position position;
    std::istringstream words(game.moves);
    for (std::string word; words >> word;) {
      const game::Move move = game::move_from_san(position, word).value();
      count(row_of(position, move, number), game, position.side_to_move() == game::Color::white);
      position.make(move);
    }
  }

  counts::MoveTotals& row_of(const game::Position& position, const game::Move& move, std::uint16_t group) {
    const std::uint16_t code = book::record_code(position, move);
    std::vector<counts::MoveTotals>& rows = rows_[position.key()];
    const auto found = std::ranges::find_if(
        rows, [&](const counts::MoveTotals& row) { return row.move == code && row.group == group; });
    if (found != rows.end()) return *found;
    counts::MoveTotals& row = rows.emplace_back();
    row.move = code;
    row.group = group;
    return row;
  }

  void count(counts::MoveTotals& row, const FakeGame& game, bool is_white) {
    counts::Totals& totals = row.totals;
    ++totals.games;
    if (game.tags.result == "1/2-1/2") ++totals.draws;
    if (game.tags.result == (is_white ? "1-0" : "0-1")) ++totals.wins;
    if (game.tags.result == (is_white ? "0-1" : "1-0")) ++totals.losses;
    if (game.tags.white_rating > 0 && game.tags.black_rating > 0) {
      const auto [mover, other] = is_white ? std::pair(game.tags.white_rating, game.tags.black_rating)
                                           : std::pair(game.tags.black_rating, game.tags.white_rating);
      ++totals.rated;
      totals.rating_sum += static_cast<std::uint64_t>(mover);
      totals.opponent_sum += static_cast<std::uint64_t>(other);
    }
    if (totals.first_date == 0 || game.date < totals.first_date) totals.first_date = game.date;
    totals.last_date = std::max(totals.last_date, game.date);
    if (row.game) return;
    const auto [input, offset] = game.tags.place;
    const bool is_rated = game.tags.white_rating > 0 && game.tags.black_rating > 0;
    row.game = {
        .input = input,
        .ratings = static_cast<std::uint32_t>(is_rated ? game.tags.white_rating + game.tags.black_rating : 0),
        .offset = offset};
  }

  Grouping grouping_;
  std::vector<counts::Group> groups_;
  std::vector<counts::ShownGame> shown_;
  std::map<chess::Key, std::vector<counts::MoveTotals>> rows_;
};

/// What stands in the tags of a game; `place`: input and offset.
inline counts::ShownGame tags_of(std::string white, std::string black, std::string result,
                                 counts::GamePlace place) {
  counts::ShownGame tags;
  tags.white = std::move(white);
  tags.black = std::move(black);
  tags.result = std::move(result);
  tags.place = place;
  return tags;
}

inline counts::ShownGame rated(counts::ShownGame tags, int white, int black) {
  tags.white_rating = white;
  tags.black_rating = black;
  return tags;
}

inline FakeGame dated(FakeGame game, std::uint16_t year, std::uint16_t month) {
  game.tags.year = year;
  game.tags.month = month;
  game.date = year * 10000U + month * 100U;
  return game;
}

/// Four games: 1. e4 e5 of 2016 (White wins) and 2017 (a draw), 1. e4 c5 of 2017 (Black wins), 1. d4 d5
/// without ratings, year and result.
inline std::vector<FakeGame> example_games() {
  using counts::TimeClass;
  FakeGame at_lichess{.moves = "e4 e5 Nf3",
                      .tags = rated(tags_of("Anna", "Bea", "1-0", {0, 0}), 1700, 1650),
                      .speed = TimeClass::blitz,
                      .band = 1600};
  at_lichess.tags.site = "https://lichess.org/abcd1234";
  const FakeGame strong{.moves = "e4 e5 Nc3",
                        .tags = rated(tags_of("Cleo", "Dora", "1/2-1/2", {0, 300}), 2400, 2500),
                        .speed = TimeClass::classical,
                        .band = 2200};
  const FakeGame last{.moves = "e4 c5",
                      .tags = rated(tags_of("Anna", "Dora", "0-1", {1, 0}), 1720, 1680),
                      .speed = TimeClass::blitz,
                      .band = 1600};
  const FakeGame unknown{
      .moves = "d4 d5", .tags = tags_of("Eve", "Fay", "*", {1, 500}), .speed = TimeClass::unknown};
  return {dated(at_lichess, 2016, 3), dated(strong, 2017, 1), dated(last, 2017, 12), unknown};
}

}  // namespace polyglot::explorer::test
