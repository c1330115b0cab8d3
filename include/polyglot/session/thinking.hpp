#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <polyglot/chess/game.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// Turns what an engine says of its search into lines of thinking output, for a GUI that wants SAN and whole
/// lines. Fields that a line does not repeat keep their last value.
///
/// Shallower lines than the deepest so far are left out, and so are repetitions among several variations.
/// Only a shown line of the first variation counts as the engine's opinion.
class ThinkingOutput {
 public:
  void set_style(const config::Options& options);

  /// A search begins in the last position of `game`. `expected`: its last move is only expected (pondering),
  /// and shown in parentheses before each variation.
  void begin(const chess::Game& game, bool expected);
  /// The expected move has been played.
  void ponder_hit();

  /// Takes in what the engine said. Returns the line to show, if it is to be shown; it lives until the next
  /// call. Makes each move's SAN once: a variation that begins like the last one costs only what is new.
  [[nodiscard]] const protocol::Thinking* add(const protocol::Info& info);

  /// The engine's opinion: the last line of its first variation, ready to be shown again. Null if there is
  /// none in this search.
  [[nodiscard]] const protocol::Thinking* opinion();
  /// Its score from the mover's point of view (ScoreWhite does not matter). Kept beyond the search.
  [[nodiscard]] const std::optional<protocol::Score>& score() const noexcept { return score_; }
  /// Depth of the deepest line so far, 0 if there is none.
  [[nodiscard]] int depth() const noexcept;
  /// Time and nodes as last said, the move being searched.
  [[nodiscard]] protocol::Progress progress() const;

 private:
  std::optional<protocol::Score> score_;
  // …
};

}  // namespace polyglot::session
