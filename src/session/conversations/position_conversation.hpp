// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "session/conversations/question_conversation.hpp"

namespace polyglot::session {

/// A GUI that gives positions to search, over whatever engine.
///
/// The engine is one search behind at most: what comes for it during a search waits for the end, and a `go`
/// ends that search.
class PositionConversation final : public QuestionConversation, private EngineListener {
 public:
  /// `now`: the time of the present event.
  PositionConversation(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui,
                       Engine& engine, BookPlayer& book);

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] bool engine_may_leave() const override { return driver().may_leave(); }
  EngineFate timer_fired(Effects& effects) override;
  void book_search_over(Effects& effects) override;
  [[nodiscard]] Awaited awaited() const override {
    return {.move = order_.searching(),
            .move_until = move_until(),
            .last_moments = last_moments(),
            .answer = driver().answer_due()};
  }
  EngineFate engine_replaced(Effects& effects) override;
  void move_for_engine(Effects& effects) override {
    QuestionConversation::move_for_engine(effects);
    (void)catch_up(effects);
  }
  [[nodiscard]] bool finish(Effects& effects) override;
  [[nodiscard]] bool finish_without_engine(Effects& effects) override {
    return deferred_.empty() && QuestionConversation::finish_without_engine(effects);
  }
  [[nodiscard]] std::size_t held() const override;

 private:
  /// Where the next line of the GUI goes.
  enum class Input : std::uint8_t {
    served,      ///< but for what a search has to end for
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
  void end_search(Effects& effects) override;

  void search(const protocol::SearchLimits& limits, Effects& effects);
  void search_again(Effects& effects) override;
  void search_for_book(Effects& effects) override;
  void end_search_beside_book(Effects& effects) override;
  /// Its end is still awaited: an engine that does not hear is started anew.
  void stop_search_beside_book(Effects& effects) override { driver().stop(effects); }

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  Input input_ = Input::served;
  std::string deferred_;  ///< lines until the search has ended; a `go` can only be the last of them
  std::string unread_;    ///< lines behind that
  std::size_t read_ = 0;  ///< bytes of unread_ that have been dealt with
};

}  // namespace polyglot::session
