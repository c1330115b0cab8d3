// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/analysis/farm.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/table_verdict.hpp>
#include <polyglot/result.hpp>

namespace polyglot::analysis {

/// Syzygy's tables of positions with few men. They stay open until the program ends, and a program can open
/// only one set of them. Not thread-safe. Source: docs/verdicts.md, "Tablebases".
class Tablebases {
 public:
  /// Opens tables. `path` is a folder, or several with colons (on Windows semicolons) between them. Error:
  /// there are no tables, other ones are open, or this Polyglot was built without the library that reads
  /// them.
  [[nodiscard]] static Result<Tablebases> open(const std::string& path);

  /// Returns the largest number of men, kings included, for which there is a table.
  [[nodiscard]] int most_men() const noexcept { return most_men_; }
  /// Returns the scores of all legal moves, the best first; of equal scores the one that makes progress
  /// first. Nothing if the tables lack the position: too many men, castling rights, not chess, or a missing
  /// file. The position must have a legal move. The counters of its FEN have no effect. Scores are +30000, 0
  /// or -30000 centipawns for the side to move, and the chances say the same. The date is 0.
  [[nodiscard]] std::optional<Verdict> judge(const game::Position& position) const;
  /// Returns the verdict on the last position of a game that continues, with its quiet moves and repetitions.
  /// Nothing in the same cases as for a position. A move that lets a won game be drawn by a repetition or the
  /// rule of fifty moves, at once or by the reply, counts as a draw.
  [[nodiscard]] std::optional<game::TableVerdict> judge(const game::Game& game) const;

 private:
  /// Returns the position as chess, if the tables may have it; otherwise null.
  [[nodiscard]] const chess::Position* known_board(const game::Position& position) const;

  explicit Tablebases(int most_men) noexcept : most_men_(most_men) {}

  int most_men_;
};

/// Engines with tablebases. A position that the tables know gets their verdict, and no engine searches it.
/// Engines with tables are another judge than the same engines alone.
class EnginesWithTablebases final : public Engines {
 public:
  /// Returns the verdict of tables on a position, see Tablebases::judge().
  using Tables = std::function<std::optional<Verdict>(const game::Position& position)>;

  /// The engines must outlive this object, and their pool must have started, so that engines.judge() is
  /// complete. `most_men` is Tablebases::most_men().
  EnginesWithTablebases(Engines& engines, Tables tables, int most_men);

  [[nodiscard]] std::size_t count() const noexcept override { return engines_.count(); }
  [[nodiscard]] const Judge& judge() const noexcept override { return judge_; }
  void search(std::size_t engine, const game::Position& position) override;
  [[nodiscard]] std::optional<Finished> await(Clock::time_point deadline) override;

 private:
  Engines& engines_;
  Tables tables_;
  Judge judge_;
  std::vector<Finished> known_;  ///< those that await() has not returned yet
};

}  // namespace polyglot::analysis
