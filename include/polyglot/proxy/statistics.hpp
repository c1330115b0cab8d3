// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/proxy/duration_histogram.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// One line of a file of statistics: a game, or a whole session. Source: docs/tournaments.md.
struct StatisticsRecord {
  enum class Kind : std::uint8_t { game, session };
  using Time = std::chrono::system_clock::time_point;

  Kind kind = Kind::game;
  std::int64_t process = 0;  ///< its id
  Time start;
  Time end;
  std::string engine;           ///< its name; empty: it has not said
  std::string gui_protocol;     ///< uci, xboard; empty: not known
  std::string engine_protocol;  ///< the same
  std::uint64_t games = 1;
  std::uint64_t plies = 0;
  std::uint64_t book_moves = 0;
  std::optional<std::uint64_t> out_of_book;  ///< of a game: plies before the engine's first move
  std::string book;                          ///< that was played from last
  std::uint64_t restarts = 0;                ///< of the engine
  std::uint64_t learned = 0;                 ///< records of the book that were changed
  DurationHistogram times;                   ///< that Polyglot took for a block of lines

  /// Adds the sums of a part of the session; games are not counted.
  void add(const StatisticsRecord& part);
};

/// A JSON object, without a line end.
[[nodiscard]] std::string to_json(const StatisticsRecord& record);
/// Error: what is wrong with the line. Members that are not known are passed over.
[[nodiscard]] Result<StatisticsRecord> read_statistics(std::string_view line);

}  // namespace polyglot::proxy
