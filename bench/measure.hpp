// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "child.hpp"

namespace bench {

/// A program that speaks UCI: the engine itself, or a proxy with the engine behind it.
struct Subject {
  std::string name;
  std::vector<std::string> command;
};

/// How much is done in one round.
struct Effort {
  std::size_t handshakes = 20;
  std::size_t round_trips = 5000;
  std::size_t searches = 500;  ///< for each length of game
  std::size_t flood_lines = 1'000'000;
};

inline constexpr std::array<std::size_t, 3> kGameLengths = {0, 40, 300};

/// The results of one round for one subject.
struct Figures {
  double handshake_ms = 0;  ///< from the start of the program to uciok, lower quartile
  double ready_p50_us = 0;  ///< isready to readyok
  double ready_p99_us = 0;
  std::array<double, kGameLengths.size()> go_p50_us{};  ///< position and go to bestmove
  double flood_lines_per_s = 0;
  double resident_kib = 0;  ///< most seen while the flood lasted
  double peak_kib = 0;      ///< the kernel's own high water mark, start included
  double cpu_s = 0;         ///< the whole session
};

/// Sends `request` and waits for a line that begins with `answer`, `count` times. Adds the microseconds to
/// `samples`.
void time_exchanges(Child& child, std::string_view request, std::string_view answer, std::size_t count,
                    std::vector<double>& samples);

/// Measures all subjects in one round, in small portions in alternation, so that other load on the machine
/// affects all of them. Throws std::runtime_error if a subject fails or loses a line.
[[nodiscard]] std::vector<Figures> measure_round(const std::vector<Subject>& subjects, const Effort& effort);

}  // namespace bench
