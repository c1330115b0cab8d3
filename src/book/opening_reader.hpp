// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/chess/position.hpp>
#include <polyglot/result.hpp>

#include "book/opening_table.hpp"

namespace polyglot::book {

/// What stands in a list of openings.
struct Openings {
  OpeningTable table;
  boost::unordered_flat_map<chess::Key, chess::Position> starts;  ///< where lines begin
  bool lists_positions = false;  ///< openings that are positions, without moves
  std::uint64_t flawed = 0;      ///< lines that could not be read to their end
  std::optional<Error> first{};  ///< what is wrong with the first of them
};

/// Reads all games, those of other variants left out. Error: the file cannot be read, or holds too much.
[[nodiscard]] Result<Openings> read_pgn_openings(const std::string& path);
/// Reads positions, one a line; lines that are blank or begin with `#` are passed over.
[[nodiscard]] Result<Openings> read_epd_openings(const std::string& path);

/// Whether a line begins with the placement of pieces on eight ranks.
[[nodiscard]] bool looks_like_fen(std::string_view line) noexcept;

}  // namespace polyglot::book
