// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "support/match/referee.hpp"

namespace polyglot::match {

struct GameHeader {
  std::string event;
  std::string white;
  std::string black;
  std::size_t round = 1;
};

/// A game in PGN's export format, a blank line at its end.
[[nodiscard]] std::string to_pgn(const GameRecord& record, const GameHeader& header);

}  // namespace polyglot::match
