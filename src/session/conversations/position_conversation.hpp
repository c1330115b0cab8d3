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
  explicit PositionConversation(Context& context) : QuestionConversation(context) { driver().listen(*this); }

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override;
  void engine_line(std::string_view line) override;
  [[nodiscard]] Awaited awaited() const override {
    return {.move_until = move_until(), .answer = driver().answer_due()};
  }
  void engine_replaced() override;
  [[nodiscard]] bool finish() override;
  [[nodiscard]] bool finish_without_engine() override {
    return deferred_.empty() && QuestionConversation::finish_without_engine();
  }

 private:
  [[nodiscard]] std::size_t own_held() const override {
    return deferred_.size() + unread_.size() - read_ + order_.bytes();
  }

  /// What happens to the next line of the GUI.
  enum class Input : std::uint8_t {
    served,      ///< handled at once, unless it needs the end of a search
    kept_unread  ///< it comes behind a search that waits in deferred_
  };

  void on_info(const protocol::Info& info) override;
  void on_best_move(const protocol::BestMove& best) override;
  void on_ready() override;
  void on_words(std::string_view line) override;

  void take(const protocol::GuiMessage& message, std::string_view line);
  [[nodiscard]] bool must_wait(const protocol::GuiMessage& message) const;
  void serve(const protocol::GuiMessage& message, std::string_view line);
  void serve_deferred();
  void catch_up();
  void end_search();

  void search(const protocol::SearchLimits& limits);
  void search_again();
  void drop_search() override { driver().drop(); }

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  Input input_ = Input::served;
  std::string deferred_;  ///< lines that wait for the end of the search; only the last one can be a `go`
  std::string unread_;    ///< lines after those of deferred_
  std::size_t read_ = 0;  ///< bytes of unread_ that have been handled
};

}  // namespace polyglot::session
