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

#include <polyglot/book/open_book.hpp>
#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// How often a move was seen in a position, or, with the null move, the position itself.
struct OpeningCount {
  chess::Key key = 0;
  chess::Move move;
  bool is_weight = false;  ///< `count` is a weight that a comment gives: the highest counts, and no others
  std::uint32_t count = 0;
};

/// Adds up what is seen in any order.
class OpeningTable {
 public:
  /// Distinct ones that it holds, 256 MiB.
  static constexpr std::size_t kMost = std::size_t{1} << 24;

  /// False if there are too many.
  [[nodiscard]] bool add(const OpeningCount& seen);
  [[nodiscard]] bool add(chess::Key key, chess::Move move) {
    return add({.key = key, .move = move, .count = 1});
  }
  /// To be called before it is looked at.
  void finish();

  /// Those of a position, in the order in which they were first seen.
  [[nodiscard]] std::span<const OpeningCount> find(chess::Key key) const;
  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }

 private:
  static void add_up(OpeningCount& sum, const OpeningCount& next) noexcept;

  std::vector<OpeningCount> counts_;  ///< the first `added_up_` by key, none of them twice
  std::size_t added_up_ = 0;
};

/// What stands in a list of openings.
struct Openings {
  OpeningTable table;
  boost::unordered_flat_map<chess::Key, chess::Position> starts;  ///< where lines begin
  bool lists_positions = false;  ///< openings that are positions, without moves
  std::uint64_t variations_left_out = 0;
  std::uint64_t flawed = 0;      ///< lines that could not be read to their end
  std::optional<Error> first{};  ///< what is wrong with the first of them
};

/// Reads all games, those of other variants left out. Error: the file cannot be read, or holds too much.
[[nodiscard]] Result<Openings> read_pgn_openings(const std::string& path, const ListOptions& options);
/// Reads positions, one a line; lines that are blank or begin with `#` are passed over.
[[nodiscard]] Result<Openings> read_epd_openings(const std::string& path);

/// Whether a line begins with the placement of pieces on eight ranks.
[[nodiscard]] bool looks_like_fen(std::string_view line) noexcept;

}  // namespace polyglot::book
