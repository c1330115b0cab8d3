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
  std::int64_t process = 0;  ///< process id
  Time start;
  Time end;
  std::string engine;           ///< its name; empty: not reported
  std::string gui_protocol;     ///< "uci" or "xboard"; empty: not known
  std::string engine_protocol;  ///< "uci" or "xboard"; empty: not known
  std::uint64_t games = 1;
  std::uint64_t plies = 0;
  std::uint64_t book_moves = 0;
  std::optional<std::uint64_t> out_of_book;  ///< for a game: number of plies before the engine's first move
  std::string book;                          ///< the book of the last book move
  std::uint64_t restarts = 0;                ///< how often the engine was started again
  std::uint64_t learned = 0;                 ///< number of the book's records that learning has changed
  DurationHistogram times;                   ///< times that Polyglot needed for each block of lines

  /// Adds the numbers of a part of the session, except the number of games.
  void add(const StatisticsRecord& part);
};

/// Returns a record as a JSON object, without a line end.
[[nodiscard]] std::string to_json(const StatisticsRecord& record);
/// Reads a line, except its times of start and end. Unknown members are ignored. Error: what is wrong with
/// the line.
[[nodiscard]] Result<StatisticsRecord> read_statistics(std::string_view line);

}  // namespace polyglot::proxy
