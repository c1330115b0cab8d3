// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A position as a ChessBase book stores it. The side to move is White. If nobody may castle, its king is on
/// the right half of the board. One stored position stands for up to four real ones. Source:
/// docs/ctg-book.md, "Positions".
class CtgPosition {
 public:
  /// `with_en_passant`: whether the key includes a possible en-passant capture.
  explicit CtgPosition(const chess::Position& position, bool with_en_passant = true);

  /// The key bytes of the position. The first byte holds their number.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  [[nodiscard]] std::uint32_t hash() const noexcept;

  /// A piece of the stored board; the side to move has the white pieces.
  [[nodiscard]] chess::Piece piece_on(chess::Square stored) const noexcept {
    return board_[static_cast<std::size_t>(stored.index())];
  }
  [[nodiscard]] chess::Square real(chess::Square stored) const noexcept {
    return chess::Square(stored.index() ^ mirror_);
  }

 private:
  void write_key(const chess::Position& position, bool with_en_passant);

  std::array<chess::Piece, 64> board_{};
  int mirror_ = 0;  ///< the bits in which the number of a real square differs from the stored one
  std::string key_;
};

/// Returns the legal move of a code in a ChessBase book. A code names a piece, by its number among the pieces
/// of its type, and a step. `stored` is `position` as the book stores it. Source: docs/ctg-book.md, "Moves".
[[nodiscard]] std::optional<chess::Move> decode_ctg_move(const chess::Position& position,
                                                         const CtgPosition& stored, std::uint8_t code);

struct CtgMove {
  std::uint8_t code = 0;
  std::uint8_t annotation = 0;  ///< see ctg_annotation
};

/// The data of a position in a ChessBase book. Source: docs/ctg-book.md, "Entries".
struct CtgEntry {
  std::vector<CtgMove> moves{};
  std::uint32_t games = 0;
  std::uint32_t wins = 0;  ///< wins of the side to move
  std::uint32_t losses = 0;
  std::uint32_t draws = 0;
  std::uint32_t points = 0;         ///< points of the side to move, in tenths
  std::uint8_t recommendation = 0;  ///< about the move that led here, see ctg_recommendation
  std::int8_t learned = 0;
  std::uint8_t comment = 0;  ///< a NAG about the position
};

namespace ctg_annotation {
inline constexpr std::uint8_t kGood = 1;         ///< !
inline constexpr std::uint8_t kBad = 2;          ///< ?
inline constexpr std::uint8_t kExcellent = 3;    ///< !!
inline constexpr std::uint8_t kBlunder = 4;      ///< ??
inline constexpr std::uint8_t kInteresting = 5;  ///< !?
inline constexpr std::uint8_t kDubious = 6;      ///< ?!
inline constexpr std::uint8_t kOnlyMove = 8;
}  // namespace ctg_annotation

/// The known bits of a recommendation. The meaning of the other bits is unknown.
namespace ctg_recommendation {
inline constexpr std::uint8_t kPlay = 0x80;   ///< green
inline constexpr std::uint8_t kAvoid = 0x40;  ///< red
}  // namespace ctg_recommendation

/// Reads an entry after its key. Nothing if `bytes` end within it, or cannot be an entry.
[[nodiscard]] std::optional<CtgEntry> parse_ctg_entry(std::span<const std::byte> bytes);

/// An open ChessBase book: the `.ctg` file, and the `.cto` beside it, which names the page of a position. A
/// lookup reads a dozen numbers and one page. The `.ctb` is not used, because it would only save the first
/// few reads.
class CtgFile {
 public:
  /// Opens both files. Error: one of them cannot be opened, or is not such a file.
  [[nodiscard]] static Result<CtgFile> open(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return data_.path(); }
  /// The number of positions as the book counts them, which is slightly too high.
  [[nodiscard]] std::uint64_t position_count() const noexcept { return position_count_; }
  /// An error if the file has fewer pages than its header says; otherwise nothing.
  [[nodiscard]] std::optional<Error> missing_pages() const;

  /// The entry of a position; nothing if the book lacks it. Error: its page is damaged or cannot be read.
  [[nodiscard]] Result<std::optional<CtgEntry>> find(const CtgPosition& position) const;

 private:
  CtgFile(os::File data, os::File index) noexcept : data_(std::move(data)), index_(std::move(index)) {}

  void read_headers();
  /// The page of positions with this hash; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> page_of(std::uint32_t hash) const;

  os::File data_;
  os::File index_;
  std::uint64_t page_count_ = 0;
  std::uint64_t pages_there_ = 0;
  std::uint64_t position_count_ = 0;
  std::uint32_t node_count_ = 0;
};

}  // namespace polyglot::book
