// SPDX-License-Identifier: MIT
#include "explorer/added_counts.hpp"
#include <cmath>
#include <functional>

#include <polyglot/book/move_code.hpp>

namespace polyglot::explorer {

namespace {

template <class Value>
bool has(const std::optional<std::vector<Value>>& wanted, Value value) noexcept {
  return !wanted || std::ranges::find(*wanted, value) != wanted->end();
}

std::vector<bool> taken_groups(std::span<const counts::Group> groups, const Grouping& grouping,
                               const GroupFilter& filter) {
  std::vector<bool> taken;
  taken.reserve(groups.size());
  for (const counts::Group& group : groups) taken.push_back(filter.takes(group, grouping));
  return taken;
}

/// A move by its code, and what was added up for it.
struct CodedMove {
  std::uint16_t code = 0;
  CountedMove counted = {};
};

/// Finds or adds the move of a code. Tries the last one first, because rows of one move follow each other.
CodedMove& coded(std::vector<CodedMove>& moves, std::uint16_t code) {
  if (!moves.empty() && moves.back().code == code) return moves.back();
  const auto found = std::ranges::find(moves, code, &CodedMove::code);
  return found != moves.end() ? *found : moves.emplace_back(CodedMove{.code = code});
}

/// Returns the legal moves. Others occur if two positions share a key, or if a file is damaged.
std::vector<CountedMove> legal_moves(const game::Position& position, std::vector<CodedMove> coded) {
  std::vector<book::RawEntry> records;
  records.reserve(coded.size());
  // The weight stands for the number of the move, because decode_moves() returns it unchanged.
  for (std::size_t i = 0; i < coded.size() && i <= std::numeric_limits<std::uint16_t>::max(); ++i)
    records.push_back(
        {.key = position.key(), .move = coded[i].code, .weight = static_cast<std::uint16_t>(i)});
  std::vector<CountedMove> moves;
  for (book::BookMove& known : book::decode_moves(position, records).moves) {
    CountedMove& counted = moves.emplace_back(std::move(coded[known.weight].counted));
    counted.move = std::move(known.move);
  }
  return moves;
}

}  // namespace

/// Rating 0 means that games are not grouped by rating. Unknown ratings have a special value.
Grouping Grouping::of(const counts::CountsFile& file) noexcept {
  const auto any = [&file](auto tells) { return std::ranges::any_of(file.header().groups, tells); };
  return {.by_speed = any([](const counts::Group& group) { return group.speed != TimeClass::any; }),
          .by_rating = any([](const counts::Group& group) { return group.rating != 0; }),
          .by_year = any([](const counts::Group& group) { return group.year != 0; })};
}

bool GroupFilter::takes(const counts::Group& group, const Grouping& grouping) const noexcept {
  if (grouping.by_speed && !has(speeds, group.speed)) return false;
  if (grouping.by_rating && !has(ratings, group.rating)) return false;
  if (!grouping.by_year || (!since && !until)) return true;
  return group.year != 0 && group.year >= since.value_or(0) &&
         group.year <= until.value_or(std::numeric_limits<int>::max());
}

CountedPosition add_up(std::span<const counts::CountsFile* const> files, const game::Position& position,
                       const GroupFilter& filter) {
  std::vector<CodedMove> moves;
  CountedPosition counted;
  for (const counts::CountsFile* const file : files) {
    const auto rows = file->find(position.key()).value();
    if (rows.empty()) continue;
    const std::span<const counts::Group> groups = file->header().groups;
    const Grouping grouping = Grouping::of(*file);
    const std::vector<bool> taken = taken_groups(groups, grouping, filter);
    for (const counts::MoveTotals& row : rows) {
      if (row.group >= taken.size() || !taken[row.group]) continue;
      coded(moves, row.move).counted.totals.add(row.totals).value();
      if (grouping.by_year) counted.years[groups[row.group].year].add(row.totals).value();
    }
  }
  counted.moves = legal_moves(position, std::move(moves));
  std::ranges::stable_sort(counted.moves, std::greater(),
                           [](const CountedMove& move) { return move.totals.games; });
  for (const CountedMove& move : counted.moves) counted.totals.add(move.totals).value();
  return counted;
}

Results results_of(const counts::Totals& totals, game::Color mover) noexcept {
  const bool is_white = mover == game::Color::white;
  return {.white = is_white ? totals.wins : totals.losses,
          .draws = totals.draws,
          .black = is_white ? totals.losses : totals.wins};
}

std::optional<int> average_rating(const counts::Totals& totals) noexcept {
  if (totals.rated == 0) return std::nullopt;
  return static_cast<int>((totals.rating_sum + totals.rated / 2) / totals.rated);
}

std::optional<int> performance(const counts::Totals& totals) noexcept {
  constexpr double kMostAway = 800;
  const std::uint64_t decided = totals.wins + totals.draws + totals.losses;
  if (totals.rated == 0 || decided == 0) return std::nullopt;
  const double opponents = static_cast<double>(totals.opponent_sum) / static_cast<double>(totals.rated);
  const double points = static_cast<double>(totals.wins) + static_cast<double>(totals.draws) / 2;
  const double lost = static_cast<double>(decided) - points;
  // With no point or with all points the logarithm is infinite, and clamping gives the limit.
  const double away = 400 * std::log10(points / lost);
  return static_cast<int>(std::lround(opponents + std::clamp(away, -kMostAway, kMostAway)));
}

}  // namespace polyglot::explorer
