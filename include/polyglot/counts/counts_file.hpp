// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

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

/// An open file of counts. It stays the file that was opened, even if another one gets its name. Several
/// threads may call const functions at once.
class CountsFile {
 public:
  /// Opens a file and reads its header, without reading the counts. Error: the file does not exist, is of
  /// another kind or version, is cut short, or has a damaged header.
  [[nodiscard]] static Result<CountsFile> open(const std::string& path);
  CountsFile(CountsFile&&) noexcept;
  CountsFile& operator=(CountsFile&&) noexcept;
  ~CountsFile();

  [[nodiscard]] const Header& header() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept;

  /// Returns all moves of a position, by code and group. There are none if the file lacks the position.
  /// Cost: it reads and unpacks one block. Error: the block is damaged, with its offset.
  [[nodiscard]] Result<std::vector<MoveTotals>> find(std::uint64_t key) const;

  /// Returns the number of blocks. Each has all rows of some positions.
  [[nodiscard]] std::size_t blocks() const noexcept;
  /// Replaces `rows` by those of a block, at least one. They are sorted by key; those of a position are in
  /// the order of the file. The keys of a block are higher than those of the block before. Error: as find().
  [[nodiscard]] Result<void> read_block(std::size_t number, std::vector<Row>& rows) const;

  /// Reads all blocks, and compares the numbers of positions and rows with those of the header. Error: the
  /// first damaged block.
  [[nodiscard]] Result<void> check() const;

 private:
  struct State;
  explicit CountsFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
