// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A book of ChessBase, `.ctg` with its `.cto` beside it, read-only, of any size. Never loaded: for each move
/// of a position, and for itself, a page of 4 KiB and a dozen numbers are read.
///
/// The facts of its moves are `annotation` and `recommendation`, as numbers, and `games`, `wins`, `draws` and
/// `losses` of the position that is reached, seen by the mover. Weights are his half points, of moves that
/// the book's author has coloured green if there are such, see docs/ctg-book.md, "Weights".
///
/// Positions that differ by the colours alone, and without castling rights by the wings, are one in it.
/// Not thread-safe. Source: docs/ctg-book.md.
class CtgBook final : public BookSource {
 public:
  ~CtgBook() override;

  /// Error: path, reason, and what to do.
  [[nodiscard]] static Result<std::unique_ptr<CtgBook>> open(const std::string& path);

  [[nodiscard]] BookFormat format() const noexcept override { return BookFormat::ctg; }
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// Positions, as the book counts them: some more than there are.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;

 private:
  struct State;
  explicit CtgBook(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
