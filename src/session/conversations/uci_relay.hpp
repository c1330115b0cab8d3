// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "session/conversations/question_conversation.hpp"

namespace polyglot::session {

/// The conversation between a GUI and an engine that both speak UCI. Lines pass unchanged. We only follow the
/// positions, and insert the book's answers among the engine's.
class UciRelay final : public QuestionConversation {
 public:
  explicit UciRelay(Context& context) noexcept : QuestionConversation(context) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override;
  void engine_line(std::string_view line) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] Awaited awaited() const override;
  void timer_fired() override;
  void engine_replaced() override;

 private:
  [[nodiscard]] std::size_t own_held() const override { return order_.bytes(); }
  /// True if a search goes to the engine.
  [[nodiscard]] bool passes(const protocol::SearchLimits& limits);
  void search_again();
  /// Ends the running search: its best move is wanted at once.
  void end_search();
  void drop_search() override;
  /// await_end(): the engine has been told to end a search. end_came(): a best move has come.
  void await_end() noexcept;
  void end_came() noexcept;
  void note_stop();
  /// Book moves no longer wait for a best move that the engine never sends.
  void settle();

  bool has_begun_game_ = false;  ///< the GUI has sent ucinewgame
  /// The time since when the engine owes the best move of a stopped search.
  std::optional<std::chrono::milliseconds> end_awaited_;
  std::uint64_t last_hidden_ = 0;  ///< the last hidden search
  std::chrono::milliseconds stopped_at_{0};
};

}  // namespace polyglot::session
