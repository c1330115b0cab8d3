// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/chess/position.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::book::test {

using polyglot::test::TemporaryFolder;

/// A test of a book in a file.
class BookFileTest : public ::testing::Test {
 protected:
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
void write_file(const std::string& path, std::span<const std::byte> bytes);
[[nodiscard]] Bytes read_file(const std::string& path);

/// The position of a FEN. The test program stops if the FEN is wrong.
[[nodiscard]] chess::Position position(std::string_view fen);
/// The position after moves in coordinate notation from the start position, separated by blanks.
[[nodiscard]] chess::Position position_after(std::string_view moves);

/// The book code of "e2e4" or "e7e8q", by the letters alone.
[[nodiscard]] std::uint16_t code(std::string_view move);

/// A sorted book of White's moves that lead to a castling, which has the code of these letters.
[[nodiscard]] std::vector<RawEntry> castling_book(std::string_view castling, std::uint16_t weight = 1);
/// The position in which it castles.
[[nodiscard]] chess::Position before_castling();

}  // namespace polyglot::book::test
