// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <random>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/totals.hpp>

namespace polyglot::counts {

/// The rows of each position, without their keys.
using Content = std::map<std::uint64_t, std::vector<Row>>;

/// Returns rows with the key of their position.
inline std::vector<Row> with_key(std::uint64_t key, std::vector<Row> rows) {
  for (Row& row : rows) row.key = key;
  return rows;
}

/// Writes a file of counts. The keys of the rows ascend.
inline void write_counts(const std::string& path, const Header& header, std::span<const Row> rows) {
  auto writer = CountsWriter::create(path, header).value();
  RowPacker packer;
  packer.add(rows);
  writer.add(packer.end()).value();
  (void)writer.commit().value();
}
inline void write_counts(const std::string& path, const Header& header, const Content& content) {
  std::vector<Row> all;
  for (const auto& [key, rows] : content) std::ranges::copy(with_key(key, rows), std::back_inserter(all));
  write_counts(path, header, all);
}

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
  [[nodiscard]] std::uint32_t date() {
    return static_cast<std::uint32_t>((1900 + below(120)) * 10000 + below(13) * 100 + below(32));
  }

  std::mt19937_64 dice_;
};

}  // namespace polyglot::counts
