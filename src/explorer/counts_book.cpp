// SPDX-License-Identifier: MIT
#include "explorer/counts_book.hpp"
#include <algorithm>
#include <limits>

#include <polyglot/counts/counts_file.hpp>

namespace polyglot::explorer {

namespace {

/// Rating 0 means that games are not grouped by rating. Unknown ratings have a special value.
Grouping grouping_of(std::span<const counts::Group> groups) {
  const auto any = [groups](auto tells) { return std::ranges::any_of(groups, tells); };
  return {.by_speed = any([](const counts::Group& group) { return group.speed != TimeClass::any; }),
          .by_rating = any([](const counts::Group& group) { return group.rating != 0; }),
          .by_year = any([](const counts::Group& group) { return group.year != 0; })};
}

class MappedCounts : public CountsReader {
 public:
  explicit MappedCounts(counts::CountsFile file)
      : file_(std::move(file)), grouping_(grouping_of(file_.header().groups)) {}

  [[nodiscard]] CountsSize size() const noexcept override {
    return {.games = file_.header().games, .positions = file_.header().positions};
  }
  [[nodiscard]] Grouping grouping() const noexcept override { return grouping_; }
  [[nodiscard]] std::span<const counts::Group> groups() const noexcept override {
    return file_.header().groups;
  }
  [[nodiscard]] Result<std::vector<counts::MoveTotals>> find(chess::Key key) const override {
    return file_.find(key);
  }

 private:
  counts::CountsFile file_;
  Grouping grouping_;
};

}  // namespace

CountsBook::CountsBook(const std::string& path) : path_(path) {
  auto file = counts::CountsFile::open(path).value();
  const std::string variant(file.header().variant);
  auto rules = game::Rules::find(variant);
  if (!rules) throw Failure(rules.error().to_string(), path);
  rules_ = *std::move(rules);
  file_ = std::make_unique<MappedCounts>(std::move(file));
}

book::BookMoves CountsBook::find(const game::Position& position) const {
  constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint32_t>::max();
  book::BookMoves known;
  const auto found = result_of([&] { return counted(position, {}); });
  if (!found) {
    trouble_ = found.error();
    return known;
  }
  for (const CountedMove& move : found->moves) {
    const auto weight = static_cast<std::uint32_t>(std::min(move.totals.games, kMostWeight));
    known.total_weight += weight;
    known.moves.push_back({.move = move.move, .weight = weight});
  }
  return known;
}

}  // namespace polyglot::explorer
