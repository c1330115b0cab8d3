// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// What the author of an Arena book has set. Source: docs/abk-book.md, "Header".
struct AbkHeader {
  bool is_newer = false;  ///< AB2, which keeps its mark of deleted moves elsewhere
  std::uint32_t least_games = 0;
  std::uint32_t least_won = 0;
  std::uint32_t least_percent_white = 0;
  std::uint32_t least_percent_black = 0;
  std::uint32_t priority_weight = 0;
  std::uint32_t games_weight = 0;
  std::uint32_t percent_weight = 0;
  std::uint32_t last_ply = 0;  ///< of the book's use, the first being 1; 0: no limit
};

/// A move of an Arena book's tree. Source: docs/abk-book.md, "Records".
struct AbkRecord {
  static constexpr std::int32_t kNone = -1;

  std::uint8_t from = 0;  ///< a1 = 0, b1 = 1, ...
  std::uint8_t to = 0;
  std::int8_t promotion = 0;  ///< 0, or 1 to 4 for rook, knight, bishop, queen; White's are negative
  std::uint8_t priority = 0;
  std::int32_t games = 0;
  std::int32_t won = 0;  ///< by White
  std::int32_t lost = 0;
  bool is_deleted = false;
  std::int32_t reply = kNone;        ///< the first of them
  std::int32_t alternative = kNone;  ///< the next one to this move
};

/// The bytes of an `.abk` book, all in memory: the largest known have four million.
class AbkFile {
 public:
  static constexpr std::size_t kRecordBytes = 28;
  static constexpr std::size_t kHeaderBytes = 25200;
  /// The first move of the start position; those before are the header.
  static constexpr std::int32_t kRoot = kHeaderBytes / kRecordBytes;

  /// Error: it cannot be read, is no such book, or is larger than 512 MiB.
  [[nodiscard]] static Result<AbkFile> read(const std::string& path);
  [[nodiscard]] static Result<AbkFile> from_bytes(std::string bytes, const std::string& name);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const AbkHeader& header() const noexcept { return header_; }
  /// One behind the last number of a record.
  [[nodiscard]] std::int32_t end() const noexcept {
    return static_cast<std::int32_t>(bytes_.size() / kRecordBytes);
  }
  /// `number` in kRoot .. end() - 1.
  [[nodiscard]] AbkRecord record(std::int32_t number) const noexcept;
  /// "path: offset N" of a record.
  [[nodiscard]] std::string place_of(std::int32_t number) const;
  /// What is wrong with its size; nothing if it is whole records.
  [[nodiscard]] std::optional<Error> odd_size() const;

 private:
  AbkFile(std::string bytes, std::string path) noexcept : bytes_(std::move(bytes)), path_(std::move(path)) {}

  [[nodiscard]] std::uint32_t word(std::size_t offset) const noexcept;
  void read_header() noexcept;

  std::string bytes_;
  std::string path_;
  AbkHeader header_;
};

}  // namespace polyglot::book
