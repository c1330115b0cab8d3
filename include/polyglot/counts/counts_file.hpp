// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

/// Counts of the results of games, by position and move, in files. Source: docs/counts-format.md.
namespace polyglot::counts {

/// Returns true if `path` is a file that begins like a file of counts. Error: the file cannot be read.
[[nodiscard]] Result<bool> is_counts_file(const std::string& path);

/// A move of a position, with the games of one group.
struct MoveTotals {
  std::uint16_t move = 0;   ///< its code in a `.bin` book
  std::uint16_t group = 0;  ///< index in Header::groups
  Totals totals;
};

/// The rows of one position, in the order of the file.
struct PositionRows {
  std::uint64_t key = 0;
  std::span<const Row> rows;
};

/// Reads positions once, in the order of their keys. Not thread-safe.
class PositionReader {
 public:
  PositionReader() = default;
  PositionReader(const PositionReader&) = delete;
  PositionReader& operator=(const PositionReader&) = delete;
  virtual ~PositionReader() = default;

  /// Returns the next position, which is valid until the next call; nothing at the end. Error: a file is
  /// damaged, with the partition; for a sum also that a number is too large.
  [[nodiscard]] virtual Result<std::optional<PositionRows>> next() = 0;
};

/// An open file of counts. It stays the file that was opened, even if another one gets its name. Several
/// threads may call const functions at once.
class CountsFile {
 public:
  /// Reads the header and maps the file into memory, without reading the counts. Error: the file does not
  /// exist, is of another kind or version, is cut short, or has a damaged header.
  [[nodiscard]] static Result<CountsFile> open(const std::string& path);
  CountsFile(CountsFile&&) noexcept;
  CountsFile& operator=(CountsFile&&) noexcept;
  ~CountsFile();

  [[nodiscard]] const Header& header() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept;

  /// Returns all moves of a position, by code and group. There are none if the file lacks the position.
  /// Cost: it reads at most four pages, and more only for a position with hundreds of moves and groups.
  /// Error: the place in the file is damaged.
  [[nodiscard]] Result<std::vector<MoveTotals>> find(std::uint64_t key) const;

  /// Reads all positions. The file must outlive the reader.
  [[nodiscard]] std::unique_ptr<PositionReader> read() const;
  /// Does the same as read() for this module, which copies rows without unpacking each.
  class Reader;
  [[nodiscard]] std::unique_ptr<Reader> reader() const;

  /// Reads all partitions, and compares them with their checksums and with the numbers of positions and rows
  /// in the directory. Error: the first damaged part.
  [[nodiscard]] Result<void> check() const;

 private:
  struct State;
  explicit CountsFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
