// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

#include "session/conversation.hpp"
#include "session/game_player.hpp"

namespace polyglot::session {

/// A GUI that plays move by move, over whatever engine: what its commands mean for the player.
class GameConversation final : public Conversation {
 public:
  /// `now`: the time of the present event.
  GameConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                   Engine& engine, BookPlayer& book)
      : options_(options),
        gui_(gui),
        engine_(engine),
        book_(book),
        player_(options, now, gui, engine, book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override {
    engine_.driver->hear(line, effects);
    return EngineFate::stays;
  }
  void option_changed(config::OptionId, Effects&) override { player_.report().set_style(); }
  EngineFate timer_fired(Effects& effects) override { return engine_.driver->timer_fired(effects); }
  void before_quit(Effects& effects) override { player_.before_quit(effects); }
  void leave_game(Effects& effects) override { player_.leave_game(effects); }
  [[nodiscard]] bool engine_busy() const override { return engine_.driver->busy(); }
  [[nodiscard]] bool engine_may_leave() const override { return engine_.driver->may_leave(); }
  [[nodiscard]] Awaited awaited() const override { return player_.awaited(); }
  [[nodiscard]] bool in_game() const override { return player_.in_game(); }
  [[nodiscard]] const game::Game* game() const override { return &player_.record().game(); }
  void book_verdict_due(Effects& effects) override { player_.book_verdict_due(effects); }
  void hurry_engine(Effects& effects) override { player_.hurry_engine(effects); }
  void move_for_engine(Effects& effects) override { player_.move_for_engine(effects); }
  void engine_lost(Effects& effects) override { player_.engine_lost(effects); }
  void answer_unverified(Effects& effects) override { player_.answer_unverified(effects); }
  [[nodiscard]] bool finish_without_engine(Effects& effects) override {
    return player_.finish_without_engine(effects);
  }
  EngineFate engine_replaced(Effects& effects) override {
    player_.engine_replaced(effects);
    return EngineFate::stays;
  }
  void learning_failed() override { player_.learning_failed(); }
  [[nodiscard]] std::size_t held() const override { return player_.held(); }

 private:
  void identify(Effects& effects);
  void answer_draw_offer(Effects& effects);
  void give_hint(Effects& effects);
  [[nodiscard]] protocol::BookList moves_to_play();

  const config::Options& options_;
  Gui& gui_;
  Engine& engine_;
  BookPlayer& book_;
  GamePlayer player_;
};

}  // namespace polyglot::session
