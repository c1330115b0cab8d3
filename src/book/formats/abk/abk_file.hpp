// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The author's settings in an Arena book. Source: docs/abk-book.md, "Header".
struct AbkHeader {
  bool is_newer = false;  ///< AB2, which stores the mark of deleted moves at another offset
  std::uint32_t least_games = 0;
  std::uint32_t least_won = 0;
  std::uint32_t least_percent_white = 0;
  std::uint32_t least_percent_black = 0;
  std::uint32_t priority_weight = 0;
  std::uint32_t games_weight = 0;
  std::uint32_t percent_weight = 0;
  std::uint32_t last_ply = 0;  ///< the last ply in which the book is used, from 1; 0: no limit
};

/// A move of an Arena book's tree. Source: docs/abk-book.md, "Records".
struct AbkRecord {
  static constexpr std::int32_t kNone = -1;

  std::uint8_t from = 0;  ///< a1 = 0, b1 = 1, ...
  std::uint8_t to = 0;
  std::int8_t promotion = 0;  ///< 0, or 1 to 4 for rook, knight, bishop, queen; negative for White
  std::uint8_t priority = 0;
  std::int32_t games = 0;
  std::int32_t won = 0;  ///< games won by White
  std::int32_t lost = 0;
  bool is_deleted = false;
  std::int32_t reply = kNone;        ///< number of the first reply
  std::int32_t alternative = kNone;  ///< number of the next alternative to this move
};

/// The bytes of an `.abk` book, all in memory.
class AbkFile {
 public:
  static constexpr std::size_t kRecordBytes = 28;
  static constexpr std::size_t kHeaderBytes = 25200;
  /// The number of the first move of the start position; the records before it are the header.
  static constexpr std::int32_t kRoot = kHeaderBytes / kRecordBytes;

  /// Reads a book. Error: it cannot be read, is not an Arena book, or is larger than 512 MiB.
  [[nodiscard]] static Result<AbkFile> read(const std::string& path);
  [[nodiscard]] static Result<AbkFile> from_bytes(std::string bytes, const std::string& name);

  [[nodiscard]] const AbkHeader& header() const noexcept { return header_; }
  /// The number after the last record.
  [[nodiscard]] std::int32_t end() const noexcept {
    return static_cast<std::int32_t>(bytes_.size() / kRecordBytes);
  }
  /// Reads a record. `number` is from kRoot to end() - 1.
  [[nodiscard]] AbkRecord record(std::int32_t number) const noexcept;
  [[nodiscard]] std::string place_of(std::int32_t number) const;
  /// The problem with the size. Nothing if the size is a multiple of kRecordBytes.
  [[nodiscard]] std::optional<Error> odd_size() const;

 private:
  AbkFile(std::string bytes, std::string path) noexcept : bytes_(std::move(bytes)), path_(std::move(path)) {}

  [[nodiscard]] std::uint32_t word(std::size_t offset) const noexcept;
  void read_header() noexcept;

  std::string bytes_;
  std::string path_;
  AbkHeader header_;
};

/// A move in a position of an Arena book, collected over all places in the tree.
struct AbkMove {
  chess::Key key = 0;
  chess::Move move;
  std::uint8_t priority = 0;  ///< the highest priority of all places
  std::uint32_t nodes = 0;    ///< number of places in the tree
  std::int64_t games = 0;     ///< sum over all places, as are `won` and `lost`
  std::int64_t won = 0;       ///< games won by White
  std::int64_t lost = 0;
};

/// The tree of an Arena book, played from the start position.
struct AbkTree {
  std::vector<AbkMove> moves;    ///< sorted by key; moves of one position in the order of the tree
  std::uint64_t damaged = 0;     ///< records that could not be used
  std::optional<Error> first{};  ///< the problem of the first damaged record
  std::uint64_t odd = 0;         ///< records with numbers that Arena does not write
  std::string first_odd{};       ///< the place of the first odd record
};

/// Plays all lines of the tree. Deleted moves are skipped, with all replies to them. A record is damaged if
/// it has no legal move, leads outside the file, or leads to a record that was read already. It is skipped in
/// the same way. A record with odd numbers is used.
[[nodiscard]] AbkTree read_abk_tree(const AbkFile& file);

}  // namespace polyglot::book
