// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "session/books/book_player.hpp"
#include "session/conversations/game_record.hpp"
#include "session/gui.hpp"
#include "session/recovery/recovery.hpp"

namespace polyglot::session {

/// Chooses the move that is played if no engine moves in time: the book's move, otherwise the first move of
/// the engine's last variation, otherwise any move. Does nothing unless EngineLastResort is on. Source:
/// docs/tournaments.md, "EngineLastResort".
class LastResort {
 public:
  using Milliseconds = std::chrono::milliseconds;

  struct Choice {
    game::Move move;
    Mover mover;
  };

  LastResort(const config::Options& options, Gui& gui, const BookPlayer& book) noexcept
      : options_(options), gui_(gui), book_(book) {}

  [[nodiscard]] bool is_on() const { return options_.check(config::OptionId::engine_last_resort); }

  /// Another search begins; the other functions take the engine's output about it.
  void search_begun() noexcept {
    shown_.clear();
    is_hurried_ = false;
  }
  void note(const protocol::Info& info);

  /// The engine has been told to move at once.
  void hurried() noexcept { is_hurried_ = true; }
  [[nodiscard]] bool is_hurried() const noexcept { return is_hurried_; }

  /// The end of a search.
  struct End {
    std::optional<Milliseconds> ends = std::nullopt;     ///< when its time is over
    bool is_fixed = false;                               ///< the time is for one move
    std::optional<Milliseconds> stopped = std::nullopt;  ///< when it was told to end
  };

  /// When to end a search that began at `begun`: shortly before the flag falls; shortly after a time for one
  /// move, because engines use it up; or some time after it was told to end. Nothing if that is not necessary
  /// or not possible.
  [[nodiscard]] std::optional<LastMoments> last_moments(const game::Game& game, Milliseconds begun,
                                                        const End& end) const;
  /// Chooses a move in the last position, and reports it to the GUI. Nothing if the rules are not known, or
  /// if there is no move.
  [[nodiscard]] std::optional<Choice> choose(const game::Game& game, const protocol::SearchLimits& limits,
                                             Effects& effects) const;

 private:
  [[nodiscard]] std::optional<LastMoments> last_moments_of_time(Milliseconds begun, const End& end) const;
  [[nodiscard]] std::optional<game::Move> shown_move(const game::Game& game) const;

  const config::Options& options_;
  Gui& gui_;
  const BookPlayer& book_;
  std::string shown_;  ///< the first move of the last variation, as the engine wrote it; empty: none
  bool is_hurried_ = false;
};

}  // namespace polyglot::session
