// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "session/conversations/question_conversation.hpp"

namespace polyglot::session {

/// A GUI and an engine that both speak UCI: lines pass as they are. We only follow the positions, and answer
/// what the book knows, in its place among the engine's answers.
class UciRelay final : public QuestionConversation {
 public:
  /// `now`: the time of the present event.
  UciRelay(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui, Engine& engine,
           BookPlayer& book) noexcept
      : QuestionConversation(options, now, gui, engine, book, BookVerification::Search::move) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] Awaited awaited() const override;
  EngineFate timer_fired(Effects& effects) override;
  EngineFate engine_replaced(Effects& effects) override;
  [[nodiscard]] std::size_t held() const override { return order_.bytes(); }

 private:
  /// What an `info` line says matters to us only where a book learns from scores, or for a LastResort.
  void note_info(std::string_view line);
  /// True if a search is the engine's.
  [[nodiscard]] bool passes(const protocol::SearchLimits& limits, Effects& effects);
  void search_for_book(Effects& effects) override;
  void search_again(Effects& effects) override;
  void end_search(Effects& effects) override;
  void end_search_beside_book(Effects& effects) override;
  /// The engine has been told to end a search; a best move has come.
  void await_end() noexcept;
  void end_came() noexcept;
  void note_stop();
  /// The book's moves do not wait any longer for a best move that the engine never gives.
  void settle(Effects& effects);

  bool has_begun_game_ = false;  ///< by ucinewgame
  /// Since when the engine owes the best move of a search that it was told to end.
  std::optional<std::chrono::milliseconds> end_awaited_;
  std::uint64_t verifying_ = 0;  ///< the last search for verification_
  std::chrono::milliseconds stopped_at_{0};
};

}  // namespace polyglot::session
