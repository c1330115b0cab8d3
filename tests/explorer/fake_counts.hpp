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
  std::string result = {};
  int white_rating = 0;  ///< 0: not known
  int black_rating = 0;
  std::uint16_t year = 0;
  TimeClass speed = TimeClass::blitz;
  std::uint16_t band = 0;
  std::uint32_t date = 0;
};

/// Counts of games that a test writes down, in groups of all three kinds.
class FakeCounts : public CountsReader {
 public:
  explicit FakeCounts(const std::vector<FakeGame>& games, Grouping grouping = {true, true, true})
      : grouping_(grouping) {
    for (const FakeGame& game : games) add(game);
  }

  [[nodiscard]] CountsSize size() const noexcept override {
    return {.games = games_, .positions = rows_.size()};
  }
  [[nodiscard]] Grouping grouping() const noexcept override { return grouping_; }
  [[nodiscard]] std::span<const counts::Group> groups() const noexcept override { return groups_; }
  [[nodiscard]] Result<std::vector<counts::MoveTotals>> find(chess::Key key) const override {
    if (is_damaged) return Error{"damaged"};
    const auto found = rows_.find(key);
    return found != rows_.end() ? found->second : std::vector<counts::MoveTotals>();
  }

  bool is_damaged = false;

 private:
  void add(const FakeGame& game) {
    const counts::Group group{.speed = grouping_.by_speed ? game.speed : TimeClass::any,
                              .rating = grouping_.by_rating ? game.band : std::uint16_t{0},
                              .year = grouping_.by_year ? game.year : std::uint16_t{0}};
    const auto same = [&group](const counts::Group& other) {
      return other.speed == group.speed && other.rating == group.rating && other.year == group.year;
    };
    auto place = std::ranges::find_if(groups_, same);
    if (place == groups_.end()) place = groups_.insert(groups_.end(), group);
    const auto number = static_cast<std::uint16_t>(place - groups_.begin());
    ++games_;
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
    if (game.result == "1/2-1/2") ++totals.draws;
    if (game.result == (is_white ? "1-0" : "0-1")) ++totals.wins;
    if (game.result == (is_white ? "0-1" : "1-0")) ++totals.losses;
    if (game.white_rating > 0 && game.black_rating > 0) {
      const auto [mover, other] = is_white ? std::pair(game.white_rating, game.black_rating)
                                           : std::pair(game.black_rating, game.white_rating);
      ++totals.rated;
      totals.rating_sum += static_cast<std::uint64_t>(mover);
      totals.opponent_sum += static_cast<std::uint64_t>(other);
    }
    if (totals.first_date == 0 || game.date < totals.first_date) totals.first_date = game.date;
    totals.last_date = std::max(totals.last_date, game.date);
  }

  Grouping grouping_;
  std::vector<counts::Group> groups_;
  std::size_t games_ = 0;
  std::map<chess::Key, std::vector<counts::MoveTotals>> rows_;
};

/// Four games: 1. e4 e5 of 2016 (White wins) and 2017 (a draw), 1. e4 c5 of 2017 (Black wins), 1. d4 d5
/// without ratings, year and result.
inline std::vector<FakeGame> example_games() {
  const auto game = [](std::string moves, std::string result, int white, int black, std::uint32_t date) {
    return FakeGame{.moves = std::move(moves),
                    .result = std::move(result),
                    .white_rating = white,
                    .black_rating = black,
                    .year = static_cast<std::uint16_t>(date / 10000),
                    .date = date};
  };
  FakeGame first = game("e4 e5 Nf3", "1-0", 1700, 1650, 20160300);
  FakeGame strong = game("e4 e5 Nc3", "1/2-1/2", 2400, 2500, 20170100);
  FakeGame last = game("e4 c5", "0-1", 1720, 1680, 20171200);
  FakeGame unknown = game("d4 d5", "*", 0, 0, 0);
  first.band = last.band = 1600;
  strong.band = 2200;
  strong.speed = TimeClass::classical;
  unknown.speed = TimeClass::unknown;
  return {first, strong, last, unknown};
}

}  // namespace polyglot::explorer::test
