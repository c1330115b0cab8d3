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
  /// `now`: the time of the present event.
  UciRelay(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui, Engine& engine,
           BookPlayer& book) noexcept
      : QuestionConversation(options, now, gui, engine, book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] Awaited awaited() const override;
  EngineFate timer_fired(Effects& effects) override;
  EngineFate engine_replaced(Effects& effects) override;
  [[nodiscard]] std::size_t held() const override { return order_.bytes(); }

 private:
  /// True if a search goes to the engine.
  [[nodiscard]] bool passes(const protocol::SearchLimits& limits, Effects& effects);
  void search_again(Effects& effects);
  /// Ends the running search: its best move is wanted at once.
  void end_search(Effects& effects);
  void drop_search(Effects& effects) override;
  /// await_end(): the engine has been told to end a search. end_came(): a best move has come.
  void await_end() noexcept;
  void end_came() noexcept;
  void note_stop();
  /// Book moves no longer wait for a best move that the engine never sends.
  void settle(Effects& effects);

  bool has_begun_game_ = false;  ///< the GUI has sent ucinewgame
  /// The time since when the engine owes the best move of a stopped search.
  std::optional<std::chrono::milliseconds> end_awaited_;
  std::uint64_t last_hidden_ = 0;  ///< the last hidden search
  std::chrono::milliseconds stopped_at_{0};
};

}  // namespace polyglot::session
