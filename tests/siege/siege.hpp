// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace polyglot::siege {

/// A tournament of very fast games between proxies with real engines that misbehave.
struct Siege {
  std::uint64_t seed = 1;
  std::size_t games = 24;                        ///< a multiple of kGamesOfPairing, or rounded up to one
  std::size_t at_once = 2;                       ///< pairings that play at a time
  std::optional<std::size_t> only_pairing = {};  ///< play no other: to see again what one has shown
  std::string folder;                            ///< for books, journals and stderr of all; must be there
  /// A folder on a small file system, which is full at times, for books and logs; "" for none.
  std::string disk = {};
};

/// Games that two proxies play against each other, before others come.
inline constexpr std::size_t kGamesOfPairing = 4;

struct SiegeReport {
  std::size_t games = 0;
  std::map<std::string, std::size_t> endings;    ///< of games, by kind
  std::map<std::string, std::size_t> faults;     ///< by kind
  std::map<std::string, std::size_t> protocols;  ///< sides by "GUI/engine"
  std::size_t proxies = 0;                       ///< that were started
  std::size_t engine_restarts = 0;               ///< by proxies
  std::size_t moves = 0;
  std::chrono::nanoseconds thinking{0};  ///< of all moves
  std::size_t told_games = 0;            ///< results told, to a side each, and learned
  std::size_t uncertain_games = 0;       ///< told, but the proxy was killed soon after
  std::size_t records = 0;               ///< learn fields compared
  std::uint64_t learned = 0;             ///< sum of the games in them
  /// What went wrong, each with the arguments that show it again.
  std::vector<std::string> problems;

  SiegeReport& operator+=(const SiegeReport& other);
};

/// True if an engine of each protocol is installed.
[[nodiscard]] bool can_besiege();

/// Plays the tournament.
[[nodiscard]] SiegeReport run(const Siege& siege);

std::ostream& operator<<(std::ostream& out, const SiegeReport& report);

}  // namespace polyglot::siege
