// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace polyglot::siege {

/// A tournament of very fast games between proxies with real engines that misbehave.
struct Siege {
  std::uint64_t seed = 1;
  std::size_t games = 24;   ///< a multiple of kGamesOfPairing, or rounded up to one
  std::size_t at_once = 2;  ///< pairings that play at a time
  std::string folder;       ///< for books, journals and stderr of all; must be there
};

/// Games that two proxies play against each other, before others come.
inline constexpr std::size_t kGamesOfPairing = 4;

struct SiegeReport {
  std::size_t games = 0;
  std::map<std::string, std::size_t> faults;     ///< by kind
  std::map<std::string, std::size_t> protocols;  ///< sides by "GUI/engine"
  std::size_t told_games = 0;                    ///< results told, to a side each, and learned
  std::uint64_t learned = 0;                     ///< sum of the games in them
  /// What went wrong, each with the seed and the pairing.
  std::vector<std::string> problems;

  SiegeReport& operator+=(const SiegeReport& other);
};

/// True if an engine of each protocol is installed.
[[nodiscard]] bool can_besiege();

/// Plays the tournament.
[[nodiscard]] SiegeReport run(const Siege& siege);

}  // namespace polyglot::siege
