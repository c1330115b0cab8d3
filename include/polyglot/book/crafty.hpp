// SPDX-License-Identifier: MIT
#pragma once

/// Books of Crafty. A book is a list of records in the order of their keys. The upper bits of a key name the
/// cluster of the record, and the file has an index of the clusters. open_book() reads such a book.

#include <bitset>

#include <polyglot/book/book_source.hpp>
#include <polyglot/book/selection.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

// ---- What a book stores of a move -----------------------------------------------------------------------

/// The marks of a move in a Crafty book; a move may have several. Source: docs/crafty-book.md, "Status".
namespace crafty_status {
inline constexpr std::uint8_t kWhiteWon = 0x80;   ///< White has won a game with the move
inline constexpr std::uint8_t kDrawn = 0x40;      ///< a game with the move was drawn
inline constexpr std::uint8_t kBlackWon = 0x20;   ///< Black has won a game with the move
inline constexpr std::uint8_t kExcellent = 0x10;  ///< !!
inline constexpr std::uint8_t kGood = 0x08;       ///< !
inline constexpr std::uint8_t kDrawish = 0x04;    ///< =
inline constexpr std::uint8_t kBad = 0x02;        ///< ?
inline constexpr std::uint8_t kBlunder = 0x01;    ///< ??

struct Sign {
  std::string_view text;
  std::uint8_t mark;
};
/// All signs. Of two with the same beginning, the longer comes first.
inline constexpr Sign kSigns[] = {
    {"!!", kExcellent}, {"!", kGood}, {"=", kDrawish}, {"??", kBlunder}, {"?", kBad}};

/// Removes the first sign from a text and returns its mark. Returns 0 if the text does not begin with a sign.
[[nodiscard]] constexpr std::uint8_t take_sign(std::string_view& text) noexcept {
  for (const Sign& sign : kSigns) {
    if (!text.starts_with(sign.text)) continue;
    text.remove_prefix(sign.text.size());
    return sign.mark;
  }
  return 0;
}

/// Returns the mark for a game with the move that `color` has won.
[[nodiscard]] constexpr std::uint8_t won_by(chess::Color color) noexcept {
  return color == chess::Color::white ? kWhiteWon : kBlackWon;
}
}  // namespace crafty_status

/// The number of clusters of a book. Many may have no records.
inline constexpr std::size_t kCraftyClusters = 32768;

/// A record of a Crafty book. It does not store its move: the key comes from the positions before and after
/// the move. Source: docs/crafty-book.md, "Records".
struct CraftyRecord {
  static constexpr std::size_t kBytes = 16;
  static constexpr std::uint32_t kMostCount = (1U << 24) - 1;

  std::uint64_t key = 0;    ///< see crafty_record_key()
  std::uint8_t status = 0;  ///< marks of crafty_status
  std::uint32_t count = 0;  ///< number of games, or in a start book a percentage; at most kMostCount
  float learn = 0;          ///< learned value in pawns; 0: nothing learned

  /// Returns the number of the cluster that the record belongs to, below kCraftyClusters.
  [[nodiscard]] constexpr std::size_t cluster() const noexcept { return key >> 49; }

  friend constexpr bool operator==(const CraftyRecord&, const CraftyRecord&) noexcept = default;
};

// ---- Keys of records ------------------------------------------------------------------------------------

/// Returns Crafty's hash of a position: its pieces, castling rights and en-passant square, without the side
/// to move. Source: docs/crafty-book.md, "Signature".
[[nodiscard]] std::uint64_t crafty_signature(const chess::Position& position) noexcept;

/// Returns the signature after a legal move from the one before it, several times as fast as
/// crafty_signature().
[[nodiscard]] std::uint64_t crafty_signature_after(const chess::Position& before, std::uint64_t signature,
                                                   chess::Move move) noexcept;

/// Returns the key of the record of a move that `mover` made. The upper 16 bits come from the position before
/// the move, the others from the position after it and the mover. Source: docs/crafty-book.md, "Record key".
[[nodiscard]] constexpr std::uint64_t crafty_record_key(std::uint64_t signature_before,
                                                        std::uint64_t signature_after,
                                                        chess::Color mover) noexcept {
  constexpr std::uint64_t kOfPositionBefore = 0xffff'0000'0000'0000;
  const std::uint64_t after = mover == chess::Color::white ? signature_after : ~signature_after;
  return (signature_before & kOfPositionBefore) | (after & ~kOfPositionBefore);
}

[[nodiscard]] std::uint64_t crafty_record_key(const chess::Position& position, chess::Move move) noexcept;

// ---- Choosing a move ------------------------------------------------------------------------------------

/// The data of a move in a Crafty book, which BookMove::facts hold.
struct CraftyFacts {
  std::uint32_t count = 0;    ///< as CraftyRecord::count
  std::uint8_t status = 0;    ///< marks of crafty_status
  float learn = 0;            ///< learned value in pawns
  std::uint32_t percent = 0;  ///< percentage from the start book beside the book; 0: none

  /// Reads the facts of a move. Returns nothing if it comes from another format.
  [[nodiscard]] static std::optional<CraftyFacts> of(const BookMove& move);
};

/// Judges all moves of a Crafty book. The moves that Crafty itself may play come first, the best one first,
/// with the shares of Crafty's random choice. The others follow as dropped moves. Call settle() with
/// ChoiceMode::weighted or best afterwards.
///
/// This is Crafty's random mode with its default settings: frequency and learned values count equally, at
/// most five moves, never `?` and `??`. It does not use the engine's evaluation. Moves of other formats are
/// dropped. Source: docs/crafty-book.md, "Choosing a move".
[[nodiscard]] std::vector<Candidate> judge_as_crafty(const BookMoves& moves, chess::Color mover);

// ---- Writing a book -------------------------------------------------------------------------------------

/// A set of clusters of a book, with or without records.
using CraftyClusters = std::bitset<kCraftyClusters>;

/// A whole Crafty book in memory.
struct CraftyContent {
  std::vector<CraftyRecord> records;  ///< in ascending order of keys
  CraftyClusters clusters;            ///< includes the clusters of all records
};

/// Writes a Crafty book in the layout of Crafty 25.2, completely or not at all. The keys must be in ascending
/// order. A book without clusters is an empty file, as in Crafty. Error: also a book larger than 2 GiB, which
/// the index cannot address.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path, std::span<const CraftyRecord> records,
                                             const CraftyClusters& clusters);
/// Does the same with the content that `make` fills. It tests first that the book can be written.
[[nodiscard]] Result<void> write_crafty_book(const std::string& path,
                                             const std::function<Result<void>(CraftyContent&)>& make);

}  // namespace polyglot::book
