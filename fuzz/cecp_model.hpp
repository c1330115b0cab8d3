// SPDX-License-Identifier: MIT
#pragma once

#include <deque>

#include <polyglot/protocol/cecp.hpp>
#include <polyglot/session/effects.hpp>

#include "session_script.hpp"
#include "support/chess_game.hpp"

namespace polyglot::fuzz {

/// Watches the lines to a UCI engine: a search must end before the next command, except stop, ponderhit and
/// isready.
class UciEngineModel {
 public:
  void engine_line(std::string_view line);
  void sent(std::string_view line);

 private:
  void follow_option(std::string_view rest);

  bool searching_ = false;
  bool pondering_ = false;
  bool stopped_ = false;
  bool positioned_ = false;  ///< by the last command
  bool plays_chess_ = true;
};

/// Watches the lines to an XBoard GUI: a pong for each ping, and moves only when it is our turn.
class CecpGuiModel {
 public:
  void gui_line(std::string_view line);
  void told(std::string_view line);
  /// The engine, which plays with the GUI itself, has said a line that was passed on.
  void engine_moved(std::string_view line);
  /// The game can be followed no further, until the next begins.
  void lose_track() noexcept { followed_ = false; }
  [[nodiscard]] bool has_all_pongs() const noexcept { return pings_.empty(); }

 private:
  [[nodiscard]] bool we_may_play() const;
  void set_player(std::optional<chess::Color> color);
  void play_their_move(std::string_view text);
  void follow(const protocol::GuiMessage& message);

  protocol::CecpFront front_;
  std::deque<std::string> pings_;
  bool followed_ = true;
  bool analyzing_ = false;
  chess::Game game_;
  std::array<bool, 2> we_may_play_{false, true};  ///< by colour
};

/// Watches the lines to a UCI GUI: at most one best move for each go, legal in the position of the go.
class UciGuiModel {
 public:
  void gui_line(std::string_view line);
  void told(std::string_view line);
  /// The same for an engine that speaks UCI itself. Its moves and other lines are not checked.
  void told_by_engine(std::string_view line);

 private:
  std::optional<chess::Position> position_ = chess::Position();
  std::deque<std::optional<chess::Position>> searches_;
  std::uint64_t ready_queries_ = 0;
};

}  // namespace polyglot::fuzz
