// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>

#include "book/whole/move_places.hpp"

namespace polyglot::book {

/// Whether both squares of a code are on the same back rank. Bits 9 to 11 are the rank of the first square;
/// the bits of a promotion above them make that number larger than any rank.
[[nodiscard]] constexpr bool is_along_back_rank(std::uint16_t code) noexcept {
  const int from_rank = code >> 9;
  const int to_rank = (code >> 3) & 7;
  return from_rank == to_rank && (to_rank == 0 || to_rank == 7);
}

/// False for codes that cannot be castling as the king's own move, like e1g1, on a board of 64 squares. Such
/// castling goes along the back rank to file c or g.
[[nodiscard]] constexpr bool may_castle_by_king(std::uint16_t code) noexcept {
  const int from = code >> 6;
  const int to = code & 63;
  return is_along_back_rank(code) && from != to && (to % 8 == 2 || to % 8 == 6);
}

/// Finds out whether two records of one position are the same castling, written e1h1 and e1g1. Only the
/// position can show this. Therefore the books are loaded and walked once, when the first such pair occurs.
/// Most books have none.
class CastlingCodes {
 public:
  /// `paths`: the books. A book that cannot be loaded reaches no position.
  CastlingCodes(std::vector<std::string> paths, BookGames games)
      : paths_(std::move(paths)), games_(std::move(games)) {}

  /// A record of the same castling as another record, and the usual code of that castling.
  struct Same {
    std::size_t place = 0;
    std::uint16_t usual = 0;
  };
  /// The first record of a position with another code for the castling that `code` means. Nothing if there is
  /// none, or if the position is not known.
  [[nodiscard]] std::optional<Same> find_same(chess::Key key, std::uint16_t code, const MovePlaces& places);
  /// The place of a position's first record with this code, or if there is none, of the same castling.
  [[nodiscard]] std::optional<std::size_t> find_place(chess::Key key, std::uint16_t code,
                                                      const MovePlaces& places);

 private:
  /// The usual code of the move that both codes mean; nothing if they mean different moves, or if the
  /// position is not known.
  [[nodiscard]] std::optional<std::uint16_t> common_code(chess::Key key, std::uint16_t a, std::uint16_t b);

  /// The walk refers to its book, so both stay together.
  struct Walk {
    LoadedBook book;
    ReachedPositions reached;
    Walk(LoadedBook loaded, const BookGames& games) : book(std::move(loaded)), reached(book, games) {}
  };

  std::vector<std::string> paths_;
  BookGames games_;
  bool has_walked_ = false;
  std::vector<std::unique_ptr<Walk>> walks_;
};

}  // namespace polyglot::book
