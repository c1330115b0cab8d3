// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/book_source.hpp>
#include <polyglot/game/rules.hpp>

#include "explorer/added_counts.hpp"

namespace polyglot::explorer {

/// Makes a file of counts a book of the page. The weight of a move is the number of its games.
class CountsBook : public book::BookSource {
 public:
  /// Failure: that of counts::CountsFile::open(), or an unknown variant.
  explicit CountsBook(const std::string& path);

  [[nodiscard]] const game::Rules& rules() const noexcept { return rules_; }
  [[nodiscard]] const counts::CountsFile& file() const noexcept { return file_; }
  [[nodiscard]] CountedPosition counted(const game::Position& position, const GroupFilter& filter) const {
    const counts::CountsFile* const file = &file_;
    return add_up({&file, 1}, position, filter);
  }

  /// It is not a `.bin`, but its moves have the codes of one.
  [[nodiscard]] book::BookFormat format() const noexcept override { return book::BookFormat::polyglot; }
  [[nodiscard]] book::BookMoves find(const game::Position& position) const override;
  /// Counts positions.
  [[nodiscard]] std::uint64_t size() const override { return file_.header().positions; }
  [[nodiscard]] const std::string& path() const override { return file_.path(); }
  [[nodiscard]] std::optional<Error> take_trouble() const override {
    return std::exchange(trouble_, std::nullopt);
  }

 private:
  counts::CountsFile file_;
  game::Rules rules_;
  mutable std::optional<Error> trouble_;
};

}  // namespace polyglot::explorer
