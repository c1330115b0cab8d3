// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <polyglot/book/crafty_record.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A record that is not the same in two books: missing in one of them, or of another weight or learn value.
struct RecordDiff {
  std::optional<RawEntry> a;
  std::optional<RawEntry> b;
};

using DiffSink = std::function<Result<void>(const RecordDiff&)>;

struct DiffCounts {
  bool headers_differ = false;
  bool closings_differ = false;  ///< one of them has XBoard's closing record
  std::uint64_t positions_only_a = 0;
  std::uint64_t positions_only_b = 0;
  std::uint64_t moves_only_a = 0;  ///< those of these positions included
  std::uint64_t moves_only_b = 0;
  std::uint64_t changed = 0;

  [[nodiscard]] bool equal() const noexcept {
    return !headers_differ && !closings_differ && moves_only_a + moves_only_b + changed == 0;
  }
};

/// Compares two books of any size in constant memory, position by position in the order of the keys. The
/// order of moves in a position does not count; the first record of a move is compared with the first, the
/// second with the second. A castling that one book writes e1h1 and the other e1g1 is one move; where such a
/// pair turns up, the books are loaded to look at the positions that `games` reach. Of a book of another
/// format those moves are compared that games lead to, as LoadedBook has them.
[[nodiscard]] Result<DiffCounts> diff_books(const std::string& a, const std::string& b, const DiffSink& sink,
                                            const BookGames& games = {});

/// The same for records of two books of Crafty.
struct CraftyDiff {
  std::optional<CraftyRecord> a;
  std::optional<CraftyRecord> b;
};

/// Compares two Crafty books in the order of their keys. Their versions count as headers, positions are not
/// known. Error: a book that cannot be read or is damaged, or
/// that of the sink.
[[nodiscard]] Result<DiffCounts> diff_crafty_books(
    const std::string& a, const std::string& b, const std::function<Result<void>(const CraftyDiff&)>& sink);

/// How much it matters that two books differ in a position, 0 to 1: how likely it is met, by the moves that
/// lead to it, each as likely as in the book that likes it more, or as one of all legal moves where neither
/// has it, times the part of the choices that are not the same (half the sum of the differences of shares;
/// all where one of the books has nothing to play).
[[nodiscard]] double weigh_difference(const LoadedBook& a, const LoadedBook& b, const BookPath& path);

}  // namespace polyglot::book
