// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace polyglot::session {

/// Tells what an engine says of the game as it is from what it said before it knew: a GUI of XBoard's
/// protocol changes the game and pings, and the pong is the engine's first word about the change.
///
/// Without a ping there is no telling, and the engine is believed.
class PingTracker {
 public:
  /// The GUI has changed the game in a way that the engine does not answer.
  void game_changed() noexcept { changed_ = true; }
  void ping() noexcept {
    ++pings_;
    if (changed_) last_ = pings_;
    changed_ = false;
  }
  void pong() noexcept {
    if (pongs_ < pings_) ++pongs_;
  }
  [[nodiscard]] std::uint64_t pongs() const noexcept { return pongs_; }
  [[nodiscard]] bool owes_pong() const noexcept { return pongs_ < pings_; }
  /// The engine has yet to answer the ping behind a change.
  [[nodiscard]] bool is_stale() const noexcept { return pongs_ < last_; }
  /// The engine has answered a ping behind the last change.
  [[nodiscard]] bool knows_the_game() const noexcept { return !changed_ && !is_stale(); }

 private:
  bool changed_ = false;     ///< since the last ping
  std::uint64_t pings_ = 0;  ///< of the GUI
  std::uint64_t pongs_ = 0;  ///< of the engine
  std::uint64_t last_ = 0;   ///< number of the ping behind the last change
};

}  // namespace polyglot::session
