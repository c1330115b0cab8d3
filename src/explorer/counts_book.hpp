// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/rules.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/counts_files.hpp"

namespace polyglot::explorer {

/// Makes a file of counts a book of the page. The weight of a move is the number of its games.
class CountsBook : public book::BookSource {
 public:
  CountsBook(OpenCounts opened, std::string path)
      : rules_(std::move(opened.rules)), file_(std::move(opened.file)), path_(std::move(path)) {}

  [[nodiscard]] const game::Rules& rules() const noexcept { return rules_; }
  [[nodiscard]] const CountsReader& file() const noexcept { return *file_; }
  [[nodiscard]] Result<CountedPosition> counted(const game::Position& position,
                                                const GroupFilter& filter) const {
    const CountsReader* const file = file_.get();
    return add_up({&file, 1}, position, filter);
  }

  /// It is not a `.bin`, but its moves have the codes of one.
  [[nodiscard]] book::BookFormat format() const noexcept override { return book::BookFormat::polyglot; }
  [[nodiscard]] book::BookMoves find(const game::Position& position) const override {
    constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint32_t>::max();
    book::BookMoves known;
    const auto found = counted(position, {});
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
  /// Counts positions.
  [[nodiscard]] std::uint64_t size() const override { return file().size().positions; }
  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] std::optional<Error> take_trouble() const override {
    return std::exchange(trouble_, std::nullopt);
  }

 private:
  game::Rules rules_;
  std::unique_ptr<CountsReader> file_;
  std::string path_;
  mutable std::optional<Error> trouble_;
};

}  // namespace polyglot::explorer
