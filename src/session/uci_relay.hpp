// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "session/conversation.hpp"
#include "session/questions.hpp"

namespace polyglot::session {

/// A GUI and an engine that both speak UCI: lines pass as they are. We only follow the positions, and answer
/// what the book knows, in its place among the engine's answers.
class UciRelay final : public Conversation {
 public:
  /// `now`: the time of the present event.
  UciRelay(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui, Engine& engine,
           BookPlayer& book) noexcept
      : now_(now), engine_(engine), questions_(options, gui, engine, book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  void before_quit(Effects& effects) override {
    questions_.answer_unverified(effects);
    questions_.end_game(effects);
  }
  void leave_game(Effects& effects) override { questions_.played().leave(effects); }
  void result_told(protocol::GameResult::Score score, Effects& effects) override {
    questions_.result_told(score, effects);
  }
  void learning_failed() override { questions_.played().learning_failed(); }
  [[nodiscard]] Awaited awaited() const override;
  [[nodiscard]] bool in_game() const override { return questions_.in_game(); }
  [[nodiscard]] const game::Game* game() const override { return questions_.game(); }
  EngineFate engine_replaced(Effects& effects) override;
  void move_for_engine(Effects& effects) override { questions_.move_for_engine(effects); }
  void engine_lost(Effects& effects) override {
    questions_.answer_unverified(effects);
    questions_.order().release_all(effects.to_gui);
  }
  [[nodiscard]] std::size_t held() const override { return questions_.order().bytes(); }

 private:
  /// What an `info` line says matters to us only where a book learns from scores, or for a LastResort.
  void note_info(std::string_view line);
  /// True if a search is the engine's.
  [[nodiscard]] bool passes(const protocol::SearchLimits& limits, std::string_view line, Effects& effects);
  /// Searches that the GUI has not asked for.
  void search_for_book(Effects& effects);
  void search_for_book_ended(std::string_view best, Effects& effects);
  void end_search_beside_book(Effects& effects);
  /// The GUI goes on: the book's answer is given at once, if the engine is looking at it.
  void end_verification(Effects& effects);

  const std::chrono::milliseconds& now_;
  Engine& engine_;
  Questions questions_;
  bool has_begun_game_ = false;        ///< by ucinewgame
  bool searches_beside_book_ = false;  ///< the engine does, and its best move is not for the GUI
  std::uint64_t verifying_ = 0;        ///< the last search for questions_.verification()
};

}  // namespace polyglot::session
