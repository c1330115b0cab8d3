// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// What a Crafty book keeps of a move, as the facts of a BookMove have it.
struct CraftyFacts {
  std::uint32_t count = 0;    ///< games with the move; per cent in a start book that is opened itself
  std::uint8_t status = 0;    ///< see crafty_status
  float learn = 0;            ///< in pawns
  std::uint32_t percent = 0;  ///< of the start book beside the book; 0: none

  /// Nothing if the move is of a book of another format.
  [[nodiscard]] static std::optional<CraftyFacts> of(const BookMove& move);
};

/// A book of Crafty 23.0 and later, read-only, opened by open(). Never loaded: the index (128 KiB) is, and a
/// lookup reads one cluster.
///
/// The facts of its moves are `count`, `status`, `learn` and, where the start book gives one, `percent`.
/// Weights are counts, but percentages in positions for which the start book gives some.
/// A file `books.bin` in the folder of the book is its start book: it adds marks, percentages and moves.
///
/// It knows chess only: no Chess960 position is in it. What is written to it in place is seen by the next
/// lookup. Not thread-safe. Source: docs/crafty-book.md.
class CraftyBook final : public BookSource, public LearnStore {
 public:
  ~CraftyBook() override;

  /// Error: path, reason, and what to do. A start book that cannot be read is a trouble.
  [[nodiscard]] static Result<std::unique_ptr<CraftyBook>> open(const std::string& path);

  [[nodiscard]] BookFormat format() const noexcept override { return BookFormat::crafty; }
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  void expect_many_lookups() const override;
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;
  [[nodiscard]] const LearnStore* learn_store() const override { return this; }
  /// Learned values as results of four games, so that they count as those of a `.bin` book do.
  [[nodiscard]] LearnedMoves results(const game::Position& position, const BookMoves& moves) const override;

 private:
  struct State;
  explicit CraftyBook(std::unique_ptr<State> state) noexcept;

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
