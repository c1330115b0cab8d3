// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/book_source.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// The number of times that a move occurred in a position. With the null move, that of the position itself.
struct OpeningCount {
  chess::Key key = 0;
  chess::Move move;
  bool is_weight = false;  ///< `count` is a weight from a comment; only the highest such weight counts
  std::uint32_t count = 0;
};

/// Adds up counts that come in any order.
class OpeningTable {
 public:
  /// The maximum number of different counts. They take 256 MiB.
  static constexpr std::size_t kMost = std::size_t{1} << 24;

  /// Adds a count. False if there are too many.
  [[nodiscard]] bool add(const OpeningCount& seen);
  [[nodiscard]] bool add(chess::Key key, chess::Move move) {
    return add({.key = key, .move = move, .count = 1});
  }
  /// Adds up the rest. Call it before reading the table.
  void finish();

  /// The counts of a position, in the order of their first occurrence.
  [[nodiscard]] std::span<const OpeningCount> find(chess::Key key) const;
  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }

 private:
  static void add_up(OpeningCount& sum, const OpeningCount& next) noexcept;

  std::vector<OpeningCount> counts_;  ///< the first `added_up_` are sorted by key and unique
  std::size_t added_up_ = 0;
};

/// The contents of a list of openings.
struct Openings {
  OpeningTable table;
  boost::unordered_flat_map<chess::Key, chess::Position> starts;  ///< the starts of lines
  bool lists_positions = false;  ///< some openings are positions without moves
  std::uint64_t variations_left_out = 0;
  std::uint64_t capped_weights = 0;  ///< weights in comments that are above 65535
  std::uint64_t flawed = 0;          ///< lines that could not be read to their end
  std::optional<Error> first{};      ///< the problem of the first such line
};

/// Reads all games, except those of other variants. Error: the file cannot be read, or has too many moves.
[[nodiscard]] Result<Openings> read_pgn_openings(const std::string& path, const ListOptions& options);
/// Reads positions, one per line. Blank lines and lines that begin with `#` are skipped.
[[nodiscard]] Result<Openings> read_epd_openings(const std::string& path);

/// Whether a line begins with the placement of pieces on eight ranks.
[[nodiscard]] bool looks_like_fen(std::string_view line) noexcept;

}  // namespace polyglot::book
