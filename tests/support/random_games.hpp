// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace polyglot::test {

/// What random games look like in their file.
enum class GameStyle {
  plain,      ///< seven tags and ratings, moves, result
  annotated,  ///< a clock and an evaluation behind every move, as Lichess writes them
  line,       ///< the opening alone, one line of text
};

/// Games of random legal moves for tests and measurements, the same for the same seed. The first moves
/// follow fashion: some are played much more often than others, so that games share their openings.
class RandomGames {
 public:
  explicit RandomGames(std::uint64_t seed, GameStyle style = GameStyle::plain)
      : random_(seed), style_(style) {}

  /// Appends the next game to `out`.
  void append(std::string& out);

 private:
  [[nodiscard]] std::size_t pick(std::size_t ply, std::size_t choices);
  void append_tags(std::string& out, const char* result);
  void append_moves(std::string& out, const char* result);
  [[nodiscard]] std::size_t length();

  std::mt19937_64 random_;
  GameStyle style_;
  std::size_t count_ = 0;
};

}  // namespace polyglot::test
