// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/listing.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/variants/notation.hpp>
#include <polyglot/variants/position.hpp>

/// The functions of a board that walks over a whole book need. Walks are compiled for chess::Position and
/// variants::Position, because a game::Position would take more memory and time.
namespace polyglot::book {

template <class Board>
using MoveOn = std::conditional_t<std::is_same_v<Board, chess::Position>, chess::Move, variants::Move>;

/// The board of a position, which must be of that kind.
template <class Board>
const Board& board_of(const game::Position& position) {
  if constexpr (std::is_same_v<Board, chess::Position>) {
    return *position.chess();
  } else {
    return *position.variant();
  }
}

/// The keys under which a book may have a position.
inline std::array<chess::Key, 1> keys_on(const chess::Position& board) noexcept {
  return {board.key()};
}
inline std::array<chess::Key, 2> keys_on(const variants::Position& board) noexcept {
  return keys_of(board);
}

/// A key that differs if later moves do, even if the book key is the same. In some variants later moves
/// depend on the checks given or on the holdings.
inline chess::Key whole_key(const chess::Position& board) noexcept {
  return board.key();
}
inline chess::Key whole_key(const variants::Position& board) {
  return board.key() ^ std::rotl(board.repetition_key(), 1);
}

template <class Board>
std::span<const RawEntry> records_of(const LoadedBook& book, const Board& board) {
  return book.find(keys_on(board));
}

/// The moves that the book may play: legal moves with a weight above 0.
template <class Board>
std::vector<BookMove> playable_moves(const LoadedBook& book, const Board& board) {
  const auto records = records_of(book, board);
  if (records.empty()) return {};
  std::vector<BookMove> moves = decode_moves(board, records).moves;
  std::erase_if(moves, [](const BookMove& move) { return move.weight == 0; });
  return moves;
}

/// Finds out whether records of a position mean a legal move.
class MeantMoves {
 public:
  /// The board must outlive it.
  MeantMoves(const chess::Position& board, std::span<const RawEntry> records) noexcept
      : board_(&board), records_(records) {}
  MeantMoves(const variants::Position& board, std::span<const RawEntry> records)
      : moves_(decode_moves(board, records).moves) {}

  [[nodiscard]] bool contains(chess::Move move) const {
    if (std::ranges::find(records_, encode_move(move), &RawEntry::move) != records_.end()) return true;
    return move.kind() == chess::MoveKind::castling && !records_.empty() &&
           find_record(records_, codes_of(*board_, move)) != records_.end();
  }
  [[nodiscard]] bool contains(const variants::Move& move) const {
    return std::ranges::find(moves_, game::Move(move), &BookMove::move) != moves_.end();
  }

 private:
  const chess::Position* board_ = nullptr;  ///< in chess
  std::span<const RawEntry> records_;       ///< in chess, where all moves except castling have one code
  std::vector<BookMove> moves_;             ///< in a variant
};

/// Sorts the moves of a variant by their texts.
class TextOrder {
 public:
  explicit TextOrder(const variants::Position&) noexcept {}
  void make(const variants::Position&, const variants::Move&) noexcept {}
  void sort(const variants::Position& position, std::span<variants::Move> moves) const {
    std::ranges::sort(moves, {}, [&](const variants::Move& move) { return to_uci(position, move); });
  }
};

/// The order in which replies are listed. It follows one game.
template <class Board>
using ReplyOrder = std::conditional_t<std::is_same_v<Board, chess::Position>, chess::ListingOrder, TextOrder>;

}  // namespace polyglot::book
