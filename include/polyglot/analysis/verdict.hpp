// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/game/position.hpp>

namespace polyglot::analysis {

/// An engine's score of a position, from the point of view of the side to move: centipawns, or a mate. Scores
/// compare as a player would: a near mate is better than a distant one.
class Score {
 public:
  /// The number that the store keeps for a score. Source: docs/verdicts.md, "Scores".
  using Code = std::int16_t;
  static constexpr Code kMate = 32000;            ///< n - kMate is mated in n moves, kMate - n is a mate in n
  static constexpr Code kMostCentipawns = 30000;  ///< larger values become this one

  Score() = default;
  [[nodiscard]] static Score centipawns(std::int64_t value) noexcept;
  /// Makes a score of a mate. `moves` is negative if the side to move is mated, 0 if it already is.
  [[nodiscard]] static Score mate(std::int64_t moves) noexcept;
  [[nodiscard]] static constexpr Score from_code(Code code) noexcept { return Score(code); }

  [[nodiscard]] constexpr Code code() const noexcept { return code_; }
  [[nodiscard]] constexpr bool is_mate() const noexcept {
    return code_ > kMostCentipawns || code_ < -kMostCentipawns;
  }
  /// Returns the score in centipawns. A mate counts as more than any other score.
  [[nodiscard]] constexpr int centipawns() const noexcept { return code_; }
  /// Returns the score of the position before, for the side that moved here: a mate is one move further away
  /// for the side that gives it.
  [[nodiscard]] Score before_move() const noexcept;
  /// Returns the same score from the other side.
  [[nodiscard]] constexpr Score turned() const noexcept { return Score(static_cast<Code>(-code_)); }
  /// Returns "+0.25", "-1.30", "#3", "#-2".
  [[nodiscard]] std::string text() const;

  // NOLINTNEXTLINE(modernize-use-nullptr): the zero that `a < b` compares with is not a pointer
  friend constexpr auto operator<=>(Score, Score) noexcept = default;

 private:
  explicit constexpr Score(Code code) noexcept : code_(code) {}

  Code code_ = 0;
};

struct ScoredMove {
  game::Move move;
  Score score;

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

/// How an engine expects a game to end, per mille, for the side to move.
struct Chances {
  int wins = 0;
  int draws = 0;

  /// Scales any three numbers to a sum of 1000. Returns nothing if one is negative, or all are 0.
  [[nodiscard]] static std::optional<Chances> of(int wins, int draws, int losses) noexcept;

  [[nodiscard]] constexpr int losses() const noexcept { return kAll - wins - draws; }

  friend bool operator==(const Chances&, const Chances&) = default;

 private:
  static constexpr int kAll = 1000;
};

/// The result of a search.
struct Verdict {
  std::vector<ScoredMove> moves = {};      ///< the best first; at least one, up to Judge::multipv
  std::vector<game::Move> variation = {};  ///< begins with the best move
  int depth = 0;                           ///< plies
  std::uint64_t nodes = 0;
  std::uint64_t milliseconds = 0;       ///< time by the engine's clock
  std::int64_t date = 0;                ///< seconds since 1970-01-01 00:00 UTC
  std::optional<Chances> chances = {};  ///< nothing: the engine reports none

  [[nodiscard]] Score score() const noexcept { return moves.front().score; }

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Limits of a search. 0 means no limit.
struct SearchLimits {
  std::uint64_t nodes = 0;
  int depth = 0;
  std::uint64_t milliseconds = 0;

  // NOLINTNEXTLINE(modernize-use-nullptr): the zero that `a < b` compares with is not a pointer
  friend auto operator<=>(const SearchLimits&, const SearchLimits&) = default;
};

/// Who judges, and how. Verdicts of different judges are never mixed.
struct Judge {
  std::string engine = {};    ///< the name that the engine reports, with its version
  std::string settings = {};  ///< options that differ from their defaults, "Hash=64;Threads=2", sorted by
                              ///< name
  std::string variant = {};   ///< game::Rules::name()
  SearchLimits limits = {};
  int multipv = 1;  ///< number of moves that are scored

  // NOLINTNEXTLINE(modernize-use-nullptr): the zero that `a < b` compares with is not a pointer
  friend auto operator<=>(const Judge&, const Judge&) = default;
};

}  // namespace polyglot::analysis
