// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "session/conversations/question_conversation.hpp"

namespace polyglot::session {

/// The conversation with a GUI that gives positions to search, and any engine.
///
/// The engine is at most one search late: commands during a search wait for its end, and a `go` ends it.
class PositionConversation final : public QuestionConversation, private EngineListener {
 public:
  /// `now`: the time of the present event.
  PositionConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                       Engine& engine, BookPlayer& book);

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] bool engine_may_leave() const override { return driver().may_leave(); }
  EngineFate timer_fired(Effects& effects) override { return driver().timer_fired(effects); }
  [[nodiscard]] Awaited awaited() const override {
    return {.move_until = move_until(), .answer = driver().answer_due()};
  }
  EngineFate engine_replaced(Effects& effects) override;
  [[nodiscard]] bool finish(Effects& effects) override;
  [[nodiscard]] bool finish_without_engine(Effects& effects) override {
    return deferred_.empty() && QuestionConversation::finish_without_engine(effects);
  }
  [[nodiscard]] std::size_t held() const override;

 private:
  /// What happens to the next line of the GUI.
  enum class Input : std::uint8_t {
    served,      ///< handled at once, unless it needs the end of a search
    kept_unread  ///< it comes behind a search that waits in deferred_
  };

  void on_info(const protocol::Info& info, Effects& effects) override;
  void on_best_move(const protocol::BestMove& best, Effects& effects) override;
  void on_ready(Effects& effects) override;
  void on_words(std::string_view line, Effects& effects) override;

  EngineFate take(const protocol::GuiMessage& message, std::string_view line, Effects& effects);
  [[nodiscard]] bool must_wait(const protocol::GuiMessage& message) const;
  EngineFate serve(const protocol::GuiMessage& message, std::string_view line, Effects& effects);
  EngineFate serve_deferred(Effects& effects);
  EngineFate catch_up(Effects& effects);
  void end_search(Effects& effects);

  void search(const protocol::SearchLimits& limits, Effects& effects);
  void search_again(Effects& effects);
  void drop_search(Effects& effects) override { driver().drop(effects); }

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  Input input_ = Input::served;
  std::string deferred_;  ///< lines that wait for the end of the search; only the last one can be a `go`
  std::string unread_;    ///< lines after those of deferred_
  std::size_t read_ = 0;  ///< bytes of unread_ that have been handled
};

}  // namespace polyglot::session
