// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::book::test {

using polyglot::test::TemporaryFolder;

/// A test of a book in a file.
class BookFileTest : public ::testing::Test {
 protected:
  /// Writes these records as they are, and returns the path of the file.
  std::string write(std::string_view name, const std::vector<RawEntry>& entries) const;
  std::string write(const std::vector<RawEntry>& entries) const { return write("book.bin", entries); }
  /// Writes the book, and opens it.
  [[nodiscard]] std::unique_ptr<BinBook> open(std::vector<RawEntry> entries,
                                              const std::optional<BookHeader>& header = std::nullopt) const;

  TemporaryFolder folder_;
  std::string path_ = folder_ / "book.bin";
};

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes bytes_of(std::string_view text);
[[nodiscard]] Bytes bytes_of(std::span<const RawEntry> entries);
[[nodiscard]] inline RawEntry raw_entry(chess::Key key, std::uint16_t move, std::uint16_t weight,
                                        std::uint32_t learn = 0) {
  return {.key = key, .move = move, .weight = weight, .learn = learn};
}
/// The record of the move that follows some moves of the start position.
[[nodiscard]] RawEntry entry(std::string_view moves_before, std::string_view move, std::uint16_t weight = 1,
                             std::uint32_t learn = 0);
[[nodiscard]] std::vector<RawEntry> sorted(std::vector<RawEntry> entries);
void write_file(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Bytes read_file(const std::string& path);
/// All records of a sorted book, those of its header too.
[[nodiscard]] std::vector<RawEntry> read_entries(const std::string& path);

/// The position of a FEN. The test program stops if the FEN is wrong.
[[nodiscard]] chess::Position position(std::string_view fen);
/// The position after moves in coordinate notation from the start position, separated by blanks.
[[nodiscard]] chess::Position position_after(std::string_view moves);

/// `moves_before` of the start position, then `move`, which brought its side `points`.
[[nodiscard]] PlayedMove played(std::string_view moves_before, std::string_view move, int points);

/// "e2e4", and "e1g1" for castling.
[[nodiscard]] std::string uci_of(const game::Move& move);
/// "e2e4 7": the moves of a position with their weights.
[[nodiscard]] std::vector<std::string> weighed_moves(const BookSource& book, const chess::Position& position);
/// What a book says of a move; NaN if it does not.
[[nodiscard]] double fact_of(const BookMove& move, std::string_view name);

/// The book code of "e2e4" or "e7e8q", by the letters alone.
[[nodiscard]] std::uint16_t code(std::string_view move);

/// A sorted book of White's moves that lead to a castling, which has the code of these letters.
[[nodiscard]] std::vector<RawEntry> castling_book(std::string_view castling, std::uint16_t weight = 1);
/// The position in which it castles.
[[nodiscard]] chess::Position before_castling();

}  // namespace polyglot::book::test
