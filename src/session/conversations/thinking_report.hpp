// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/thinking.hpp>

#include "session/context.hpp"

namespace polyglot::session {

/// Sends the engine's reports about its search to the GUI, and through it to spectators.
class ThinkingReport {
 public:
  explicit ThinkingReport(Context& context) : context_(context), output_(context.options) {}

  /// Whether the GUI wants thinking output.
  void post(bool wanted) noexcept { posting_ = wanted; }

  /// A search begins in the last position of a game. `pondering`: its last move is only expected.
  void begin(const game::Game& game, bool pondering);
  /// The expected move has been played, so the engine's thinking about it is shown.
  void ponder_hit();
  void add(const protocol::Info& info);
  /// The engine moves: RepeatPV, KibitzMove.
  void end_with_move();
  /// Sends our own message among the engine's output.
  void tell(const protocol::GuiReply& words) const;

  [[nodiscard]] protocol::Progress progress() const { return output_.progress(); }
  /// The engine's evaluation in this search, or nothing; last_score(): its last one in any search.
  [[nodiscard]] std::optional<protocol::Score> score();
  [[nodiscard]] const std::optional<protocol::Score>& last_score() const noexcept { return output_.score(); }

 private:
  using LastTime = std::optional<std::chrono::milliseconds>;

  void remark(std::string_view text);
  /// Tells spectators: KibitzPV, KibitzMove, KibitzDelay, KibitzInterval.
  void kibitz_variation(const protocol::Thinking& line);
  void kibitz(const protocol::Thinking& line, LastTime& last);

  Context& context_;
  ThinkingOutput output_;
  LastTime last_variation_;  ///< the last time when spectators got a variation
  LastTime last_move_;
  bool posting_ = false;
  bool pondering_ = false;
};

}  // namespace polyglot::session
