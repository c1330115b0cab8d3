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

/// The move that is played where no engine makes one that is due: the book's, else the first of the last
/// variation that the engine has shown, else any. Nothing unless EngineLastResort is on.
/// Source: docs/tournaments.md, "EngineLastResort".
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

  /// Another search begins; and what the engine says of it.
  void search_begun() noexcept {
    shown_.clear();
    is_hurried_ = false;
  }
  void note(const protocol::Info& info);

  /// The engine has been told to move at once.
  void hurried() noexcept { is_hurried_ = true; }

  /// When a search is over.
  struct End {
    std::optional<Milliseconds> ends = std::nullopt;     ///< its time
    bool is_fixed = false;                               ///< which is for one move
    std::optional<Milliseconds> stopped = std::nullopt;  ///< it has been told to end
  };

  /// When a search is ended that began at `begun`: shortly before the flag falls; shortly after a time for
  /// one move, which engines use up; some time after it was told to end. Nothing if it needs not or cannot
  /// be.
  [[nodiscard]] std::optional<LastMoments> last_moments(const game::Game& game, Milliseconds begun,
                                                        const End& end) const;
  /// A move of the last position, which the GUI is told of. Nothing if its rules are not known or leave none.
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
