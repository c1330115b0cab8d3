// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/header.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

/// Counts of the results of games, by position and move, in files. Source: docs/counts-format.md.
namespace polyglot::counts {

/// Returns true if a file begins like a file of counts, and false if it cannot be read.
[[nodiscard]] bool is_counts_file(const std::string& path);

/// The tags of a game that is an example of a move.
struct ShownGame {
  std::string white, black, event, site;   ///< at most kMostTagBytes, of any bytes
  int white_rating = 0, black_rating = 0;  ///< up to 65535; 0: not known
  std::uint16_t year = 0, month = 0;       ///< 0: not known
  std::string result;                      ///< one of kResultTexts
  GamePlace place;

  friend bool operator==(const ShownGame&, const ShownGame&) = default;
};
inline constexpr std::size_t kMostTagBytes = 255;
/// The results by their codes, which are those of pgn::GameResult.
inline constexpr std::array<std::string_view, 4> kResultTexts = {"*", "1-0", "0-1", "1/2-1/2"};

/// A move of a position, with the games of one group.
struct MoveTotals {
  std::uint16_t move = 0;   ///< its code in a `.bin` book
  std::uint16_t group = 0;  ///< index in Header::groups
  Totals totals;
  /// The game to pass to CountsFile::game(). Nothing if this file does not have it.
  std::optional<RowGame> game = std::nullopt;
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

  /// Returns all moves of a position, by code and group. There are none if the file lacks the position, or
  /// the range of its key. Cost: it reads at most four pages, and more only for a position with hundreds of
  /// moves and groups. Error: the place in the file is damaged.
  [[nodiscard]] Result<std::vector<MoveTotals>> find(std::uint64_t key) const;

  /// Returns the game of a MoveTotals. Error: there is no such game, or the place in the file is damaged.
  [[nodiscard]] Result<ShownGame> game(const GamePlace& place) const;

  /// Reads all positions of some partitions. The file must outlive the reader.
  [[nodiscard]] std::unique_ptr<PositionReader> read(PartitionRange partitions) const;
  /// Does the same as read() for this module, which copies rows without unpacking each.
  class Reader;
  [[nodiscard]] std::unique_ptr<Reader> reader(PartitionRange partitions) const;

  /// Reads the kept games of some partitions: one share after another, each sorted by place. The file must
  /// outlive the cursor.
  class GameCursor {
   public:
    GameCursor(GameCursor&&) noexcept;
    GameCursor& operator=(GameCursor&&) noexcept;
    ~GameCursor();
    /// Returns the next game; nothing at the end. Error: the games of the file are damaged.
    [[nodiscard]] Result<std::optional<ShownGame>> next();

   private:
    friend class CountsFile;
    struct State;
    explicit GameCursor(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
  };
  [[nodiscard]] GameCursor read_games(PartitionRange partitions) const;

  /// Reads all partitions and all games, and compares them with their checksums and with the numbers of
  /// positions, rows and games in the directory. Error: the first damaged part.
  [[nodiscard]] Result<void> check() const;

 private:
  struct State;
  explicit CountsFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace polyglot::counts
