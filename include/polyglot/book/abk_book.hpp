// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A book of Arena, `.abk`, read-only. Its tree of lines is read as a whole, 48 bytes a move, and a position
/// is found whatever line leads to it.
///
/// The facts of its moves are `games`, `won` and `lost`, White's as they are stored, and `priority`. Weights
/// are games; where priorities differ, equal parts of priority and games. Moves that Arena would not play,
/// by their priority or by what the book's author set, have weight 0.
/// Not thread-safe. Source: docs/abk-book.md.
class AbkBook final : public BookSource {
 public:
  ~AbkBook() override;

  /// Error: path, reason, and what to do. Damaged records are a trouble.
  [[nodiscard]] static Result<std::unique_ptr<AbkBook>> open(const std::string& path);

  [[nodiscard]] BookFormat format() const noexcept override { return BookFormat::abk; }
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// Moves, those of one position counted once.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;

 private:
  struct State;
  explicit AbkBook(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
