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

/// Counts of games by position and move, as files keep them. Source: docs/counts-format.md.
namespace polyglot::counts {

/// Whether a file begins as files of counts do; false for one that cannot be read.
[[nodiscard]] bool is_counts_file(const std::string& path);

/// Where a game stands: input of the header's list, offset of its first byte in the (unpacked) input.
struct GamePlace {
  std::uint32_t input = 0;
  std::uint64_t offset = 0;
};

/// A game that is shown for a move.
struct ShownGame {
  std::string white, black, event, site;
  int white_rating = 0, black_rating = 0;  ///< 0: not known
  std::uint16_t year = 0, month = 0;       ///< 0: not known
  std::string result;                      ///< "1-0", "0-1", "1/2-1/2" or "*"
  GamePlace place;
};

/// A move of a position, with the games of one group.
struct MoveTotals {
  std::uint16_t move = 0;   ///< code of a `.bin` book
  std::uint16_t group = 0;  ///< number in Header::groups
  Totals totals;
  std::optional<std::uint32_t> game = std::nullopt;  ///< for CountsFile::game()
};

/// The rows of one position, in the order of the file.
struct PositionRows {
  std::uint64_t key = 0;
  std::span<const Row> rows;
};

/// An open file of counts. It stays the one that was opened, even if another takes its name.
class CountsFile {
 public:
  /// Reads the header and maps the file into memory; the counts are not read. Error: no such file, one of
  /// another kind or version, one that is cut short or whose header is damaged.
  [[nodiscard]] static Result<CountsFile> open(const std::string& path);
  CountsFile(CountsFile&&) noexcept;
  CountsFile& operator=(CountsFile&&) noexcept;
  ~CountsFile();

  [[nodiscard]] const Header& header() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept;

  /// All moves of a position by code and group; none if there is no such position, or its key is in a range
  /// that the file does not hold. May be called from several threads. Looks at four pages at most, and more
  /// only for a position with hundreds of moves and groups. Error: the place in the file is damaged.
  [[nodiscard]] Result<std::vector<MoveTotals>> find(std::uint64_t key) const;

  /// The game of a MoveTotals. Error: there is no such game.
  [[nodiscard]] Result<ShownGame> game(std::uint32_t number) const;

  /// Reads all positions of some partitions in the order of their keys, once from start to end. The file must
  /// outlive it; each is for one thread.
  class Cursor {
   public:
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();
    /// The next position, valid until the next call; nothing at the end. Error: damage, by file and
    /// partition.
    [[nodiscard]] Result<std::optional<PositionRows>> next();

   private:
    friend class CountsFile;
    struct State;
    explicit Cursor(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
  };
  [[nodiscard]] Cursor read(Ranges partitions) const;

  /// Compares the whole file with its checksums. Error: the first partition that is damaged.
  [[nodiscard]] Result<void> check() const;

 private:
  struct State;
  explicit CountsFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
