// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "session/drivers/engine_driver.hpp"
#include "session/recovery/recovery.hpp"

namespace polyglot::session {

/// What may pile up before the GUI is left unread, in bytes.
inline constexpr std::size_t kHeldLimit = 256UL * 1024;

/// How a GUI and an engine that are both there get on with each other. There is one kind for each way in
/// which a GUI and an engine can see a game: as positions to search, or as moves to play.
class Conversation {
 public:
  virtual ~Conversation() = default;

  virtual EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                                 Effects& effects) = 0;
  virtual EngineFate engine_line(std::string_view line, Effects& effects) = 0;
  /// Cuts off the lines of the engine at the beginning of `block` that go to the GUI as they are.
  [[nodiscard]] virtual std::string_view take_output(std::string_view&) { return {}; }
  /// The engine has had its time to end a search.
  virtual EngineFate timer_fired(Effects&) { return EngineFate::stays; }
  /// The engine has had its time for a search of ours.
  virtual void book_search_over(Effects&) {}
  /// The engine has had its time for all that a book move needs to be verified.
  virtual void book_verdict_due(Effects& effects) = 0;
  /// This conversation is over: the engine will be told to quit, or the GUI speaks another protocol.
  virtual void before_quit(Effects&) {}
  /// The game that is on will not be played any more.
  virtual void leave_game(Effects&) {}
  /// True while the engine owes answers that belong to this conversation.
  [[nodiscard]] virtual bool engine_busy() const { return false; }
  /// True if an engine that ends now only leaves a game that is over, so that another may take its place.
  [[nodiscard]] virtual bool engine_may_leave() const { return false; }
  /// What the engine is waited for.
  [[nodiscard]] virtual Awaited awaited() const = 0;
  /// True while a game is played that needs the engine, or will.
  [[nodiscard]] virtual bool in_game() const = 0;
  /// The game as far as it has come; null if it is not known.
  [[nodiscard]] virtual const game::Game* game() const = 0;
  /// The time for the move that is due is nearly over: the engine is told to move at once.
  virtual void hurry_engine(Effects& effects) = 0;
  /// No engine makes the move that is due, or in time: one is played for it, see LastResort. None if none is
  /// due.
  virtual void move_for_engine(Effects&) {}
  /// The engine will not say any more.
  virtual void engine_lost(Effects&) {}
  /// The engine cannot look at a move of the book: that is played.
  virtual void answer_unverified(Effects& effects) = 0;
  /// The GUI goes while another engine is awaited. True if all is answered that it asked for: what only an
  /// engine can answer is left, and then nothing is.
  [[nodiscard]] virtual bool finish_without_engine(Effects& effects) = 0;
  /// Another engine is ready in the place of the one that was ended.
  virtual EngineFate engine_replaced(Effects&) { return EngineFate::stays; }
  /// The GUI says how the game has ended, by an option. Of no use where it says so in its protocol.
  virtual void result_told(protocol::GameResult::Score, Effects&) {}
  /// The book has not taken the game that it was to learn.
  virtual void learning_failed() {}
  /// The GUI has gone. True once all is answered that it asked for and that ends by itself.
  virtual bool finish(Effects&) { return true; }
  /// Bytes of what waits here to be said to the GUI or the engine.
  [[nodiscard]] virtual std::size_t held() const { return 0; }
  /// Bytes of the questions, or of their answers, that are asked again of the next engine.
  [[nodiscard]] virtual std::size_t owed() const { return 0; }
};

}  // namespace polyglot::session
