// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A record that differs between two books. It is missing in one of them, or has another weight or learn
/// value.
struct RecordDiff {
  std::optional<RawEntry> a;
  std::optional<RawEntry> b;
};

using DiffSink = std::function<Result<void>(const RecordDiff&)>;

struct DiffCounts {
  bool headers_differ = false;
  bool closings_differ = false;  ///< true: only one of them has XBoard's closing record
  std::uint64_t positions_only_a = 0;
  std::uint64_t positions_only_b = 0;
  std::uint64_t moves_only_a = 0;  ///< moves that only a has, including those of positions_only_a
  std::uint64_t moves_only_b = 0;
  std::uint64_t changed = 0;
  std::vector<Error> notes = {};  ///< see LoadedBook::note()

  [[nodiscard]] bool equal() const noexcept {
    return !headers_differ && !closings_differ && moves_only_a + moves_only_b + changed == 0;
  }
};

/// Compares two books of any size in constant memory, position by position in the order of the keys. The
/// order of moves in a position does not matter. If a move has several records, the first one is compared
/// with the first, the second with the second. A castling that one book writes e1h1 and the other e1g1 is one
/// move. If such a pair occurs, the books are loaded, because only the positions that `games` reach show it.
/// In a book of another format, the moves that games reach are compared, see LoadedBook. Error: a book cannot
/// be read or is damaged, or the error of the sink.
[[nodiscard]] Result<DiffCounts> diff_books(const std::string& a, const std::string& b, const DiffSink& sink,
                                            const BookGames& games = {});

/// Says how important the differences of two books are. It remembers the shares in positions, because most
/// games to differences begin with the same moves.
class DifferenceScale {
 public:
  /// The books must outlive this object.
  DifferenceScale(const LoadedBook& a, const LoadedBook& b) : books_{&a, &b} {}

  /// Returns how important the difference in a position is, from 0 to 1. It is the probability of the
  /// position, times the part of the choices that differs. The probability is the product over the moves that
  /// lead there. Each counts as in the book with the higher share; if neither book has the move, all legal
  /// moves count equally. The part that differs is half the sum of the differences of shares, or 1 if one of
  /// the books has nothing to play.
  [[nodiscard]] double weigh(const BookPath& path);

 private:
  /// The shares of the weights in a position, by the usual code of the move.
  using Shares = std::map<std::uint16_t, double>;

  [[nodiscard]] const std::array<Shares, 2>& shares_in(const game::Position& position);

  std::array<const LoadedBook*, 2> books_;
  std::unordered_map<chess::Key, std::array<Shares, 2>> known_;
};

}  // namespace polyglot::book
