// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/chess/types.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/messages.hpp>

#include "session/move_text.hpp"

namespace polyglot::session {

/// Expresses limits of a search by the commands of games: `level`, `st`, `sd`, `nps`, `time` and `otim`.
/// Source: CECP, "Time control".
class CecpTime {
 public:
  explicit CecpTime(const protocol::CecpFeatures& features) noexcept : features_(features) {}

  /// Whether a limit of the last search is still in force that only `new` resets.
  [[nodiscard]] bool needs_new_game(const protocol::SearchLimits& limits, chess::Color to_move) const;
  /// `new` was sent.
  void forget() noexcept { told_ = Told{}; }
  /// Writes the changes of the time control. `next`: the next move.
  void print_control(const protocol::SearchLimits& limits, const MoveNumber& next, std::string& out);
  /// Writes the clocks if the search has any.
  void print_clocks(const protocol::SearchLimits& limits, chess::Color to_move, std::string& out) const;

 private:
  /// A clock for the engine. Times in milliseconds.
  struct Clock {
    std::int64_t time = 0;
    std::int64_t opponent = 0;
    std::int64_t increment = 0;
    int moves_to_go = 0;  ///< 0: for the rest of the game
  };
  [[nodiscard]] bool counts_nodes(const protocol::SearchLimits& limits) const;
  [[nodiscard]] std::optional<Clock> clock(const protocol::SearchLimits& limits, chess::Color to_move) const;
  void print_level(const Clock& clock, int moves_made, std::string& out);

  struct Level {
    int period;              ///< moves
    std::int64_t increment;  ///< seconds

    friend bool operator==(const Level&, const Level&) = default;
  };
  /// What was sent to the engine since `new`.
  struct Told {
    std::optional<Level> level;
    std::optional<std::int64_t> fixed;       ///< seconds, by `st`
    std::optional<int> depth;                ///< by `sd`
    std::optional<std::uint64_t> node_rate;  ///< by `nps`
  };

  const protocol::CecpFeatures& features_;
  Told told_ = {};
};

}  // namespace polyglot::session
