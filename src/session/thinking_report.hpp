#pragma once

#include <optional>
#include <string_view>

#include <polyglot/session/thinking.hpp>

#include "session/context.hpp"
#include "session/game_record.hpp"
#include "session/kibitzer.hpp"

namespace polyglot::session {

/// Tells the GUI, and through it whoever watches, what the engine says while it searches.
class ThinkingReport {
 public:
  explicit ThinkingReport(Context& context);

  /// The options that say how have changed.
  void set_style() { output_.set_style(context_.options); }
  /// Whether the GUI wants thinking output.
  void post(bool wanted) noexcept { posting_ = wanted; }

  /// A search begins in the last position of a game. `expected`: its last move, if it is only expected
  /// (pondering).
  void begin(const GameRecord& record, const std::optional<GameMove>& expected);
  /// The expected move has been played: what the engine thought of it becomes of interest.
  void ponder_hit(Effects& effects);
  void add(const protocol::Info& info, Effects& effects);
  /// The engine moves: RepeatPV, KibitzMove.
  void end_with_move(Effects& effects);

  [[nodiscard]] protocol::Progress progress() const { return output_.progress(); }
  /// The engine's opinion in this search, or nothing; and the last it has had at all.
  [[nodiscard]] std::optional<protocol::Score> score();
  [[nodiscard]] const std::optional<protocol::Score>& last_score() const noexcept { return output_.score(); }

 private:
  void remark(std::string_view text, Effects& effects);

  Context& context_;
  ThinkingOutput output_;
  Kibitzer kibitzer_;
  bool posting_ = false;
  bool pondering_ = false;
};

}  // namespace polyglot::session
