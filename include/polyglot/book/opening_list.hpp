// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/book/book_source.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// Openings as cutechess and fastchess take them, used as a book: games (PGN), or positions one a line (EPD
/// or FEN). Held in memory, 16 bytes a move that differs from others, 16 million of them at most.
///
/// A move weighs as many games as have played it. Of a position the moves of `bm` and `sm` count, and the
/// moves of any position that lead to it. A line or game that cannot be read counts up to there.
/// Not thread-safe. Source: docs/formats.md, "Lists of openings".
class OpeningList final : public BookSource {
 public:
  ~OpeningList() override;

  /// `path` may be packed with gzip, bzip2 or zstd. Error: path, reason, and what to do.
  [[nodiscard]] static Result<std::unique_ptr<OpeningList>> open_pgn(const std::string& path);
  [[nodiscard]] static Result<std::unique_ptr<OpeningList>> open_epd(const std::string& path);

  [[nodiscard]] BookFormat format() const noexcept override;
  [[nodiscard]] BookMoves find(const game::Position& position) const override;
  /// Moves and positions that differ from each other.
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] const std::string& path() const override;
  [[nodiscard]] std::vector<chess::Position> starts() const override;
  [[nodiscard]] std::optional<Error> take_trouble() const override;

 private:
  struct State;
  explicit OpeningList(std::unique_ptr<State> state) noexcept;
  static Result<std::unique_ptr<OpeningList>> finish(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::book
