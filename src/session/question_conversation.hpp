// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "session/conversation.hpp"
#include "session/engine.hpp"
#include "session/questions.hpp"

namespace polyglot::session {

/// A conversation with a GUI that gives positions to search, whatever its engine speaks.
class QuestionConversation : public Conversation {
 public:
  void before_quit(Effects& effects) override {
    questions_.answer_unverified(effects);
    questions_.end_game(effects);
  }
  void leave_game(Effects& effects) override { questions_.played().leave(effects); }
  void result_told(protocol::GameResult::Score score, Effects& effects) override {
    questions_.result_told(score, effects);
  }
  void learning_failed() override { questions_.played().learning_failed(); }
  [[nodiscard]] bool in_game() const override { return questions_.in_game(); }
  [[nodiscard]] const game::Game* game() const override { return questions_.game(); }
  void hurry_engine(Effects& effects) override {
    if (questions_.verification().runs()) return end_verification(effects);
    questions_.hurried();
    end_search(effects);
  }
  void book_verdict_due(Effects& effects) override {
    if (!questions_.verification().give_up(now_, effects)) return;
    stop_search_beside_book(effects);
    questions_.answer_unverified(effects);
  }
  void move_for_engine(Effects& effects) override {
    questions_.answer_unverified(effects);
    questions_.move_for_engine(effects);
  }
  void engine_lost(Effects& effects) override {
    answer_unverified(effects);
    questions_.order().release_all(effects.to_gui);
  }
  void answer_unverified(Effects& effects) override { questions_.answer_unverified(effects); }
  [[nodiscard]] bool finish_without_engine(Effects& effects) override {
    if (questions_.order().searching()) return false;
    questions_.answer_for_engine(effects);
    return true;
  }
  [[nodiscard]] std::size_t owed() const override { return questions_.order().owed(); }

 protected:
  /// `now`: the time of the present event.
  QuestionConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                       Engine& engine, BookPlayer& book) noexcept
      : now_(now), engine_(engine), questions_(options, gui, engine, book) {}

  /// The best move of the search that runs is wanted at once.
  virtual void end_search(Effects& effects) = 0;
  /// The same of one that the GUI has not asked for, and nobody wants its best move.
  virtual void end_search_beside_book(Effects& effects) = 0;
  /// The same of one that should have ended.
  virtual void stop_search_beside_book(Effects& effects) { end_search_beside_book(effects); }
  /// The GUI goes on: the book's answer is given at once, if the engine is looking at it.
  void end_verification(Effects& effects) {
    if (!questions_.verification().runs()) return;
    end_search_beside_book(effects);
    questions_.answer_unverified(effects);
  }

  const std::chrono::milliseconds& now_;
  Engine& engine_;
  Questions questions_;
};

}  // namespace polyglot::session
