// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/protocol/messages.hpp>
#include <polyglot/session/effects.hpp>

#include "session/books/book_player.hpp"
#include "session/context.hpp"
#include "session/drivers/engine.hpp"
#include "session/gui.hpp"
#include "session/recovery/recovery.hpp"

namespace polyglot::session {

/// The maximum bytes that may wait. Above it the GUI is not read.
inline constexpr std::size_t kHeldLimit = 256UL * 1024;

/// The exchange between a GUI and an engine that are both ready. There is one kind for each combination of
/// views of a game: positions to search, or moves to play.
class Conversation {
 public:
  virtual ~Conversation() = default;

  virtual void gui_message(const protocol::GuiMessage& message, std::string_view line) = 0;
  virtual void engine_line(std::string_view line) = 0;
  /// Removes the first lines of `block` that go to the GUI unchanged, and returns them.
  [[nodiscard]] virtual std::string_view take_output(std::string_view&) { return {}; }
  /// The time for the engine to end a search is over.
  virtual void timer_fired() { driver().timer_fired(); }
  /// This conversation ends: the engine will be told to quit, or the GUI has changed its protocol.
  virtual void before_quit() = 0;
  [[nodiscard]] virtual Awaited awaited() const = 0;
  /// True while a game is played that needs the engine, now or later.
  [[nodiscard]] virtual bool in_game() const = 0;
  /// The engine is lost: no more output will come.
  virtual void engine_lost() {}
  /// The GUI has gone while another engine starts. Answers its questions if possible. True if all are
  /// answered; false if some need an engine.
  [[nodiscard]] virtual bool finish_without_engine() = 0;
  /// Another engine is ready and replaces the one that has ended.
  virtual void engine_replaced() = 0;
  /// The GUI reports the result of the game by an option. Not used if its protocol has a command for that.
  virtual void result_reported(protocol::GameResult::Score) {}
  virtual void learning_failed() = 0;
  /// The GUI has gone. True when all its questions are answered, except searches that do not end by
  /// themselves.
  virtual bool finish() { return true; }
  [[nodiscard]] std::size_t held() const { return own_held() + driver().held(); }

 protected:
  [[nodiscard]] virtual std::size_t own_held() const = 0;
  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }
  /// Reports the problems of the books, and why they have just stopped answering if the GUI wants that.
  void report_books(bool wants_reason) {
    gui_.report_trouble(book_);
    if (const std::string exit = book_.take_exit(); wants_reason && !exit.empty())
      gui_.print(protocol::Remark{.text = exit});
  }

  explicit Conversation(Context& context) noexcept
      : options_(context.options),
        now_(context.now),
        effects_(context.effects),
        gui_(*context.gui),
        engine_(*context.engine),
        book_(*context.book) {}

  // The parts of the context.
  const config::Options& options_;
  const std::chrono::milliseconds& now_;
  Effects& effects_;
  Gui& gui_;
  Engine& engine_;
  BookPlayer& book_;
};

[[nodiscard]] std::unique_ptr<Conversation> make_uci_relay(Context& context);
[[nodiscard]] std::unique_ptr<Conversation> make_game_relay(Context& context);
[[nodiscard]] std::unique_ptr<Conversation> make_position_conversation(Context& context);
[[nodiscard]] std::unique_ptr<Conversation> make_game_conversation(Context& context);

}  // namespace polyglot::session
