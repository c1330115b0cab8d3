#pragma once

#include <string_view>

#include "session/conversation.hpp"
#include "session/questions.hpp"

namespace polyglot::session {

/// A GUI and an engine that both speak UCI: lines pass as they are. We only follow the positions, and answer
/// what the book knows, in its place among the engine's answers.
class UciRelay final : public Conversation {
 public:
  UciRelay(Gui& gui, Engine& engine, BookPlayer& book) noexcept
      : engine_(engine), questions_(gui, engine, book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  void engine_lost(Effects& effects) override { questions_.order().release_all(effects.to_gui); }
  [[nodiscard]] std::size_t held() const override { return questions_.order().bytes(); }

 private:
  /// True if a search is the engine's.
  [[nodiscard]] bool passes(const protocol::SearchLimits& limits, Effects& effects);

  Engine& engine_;
  Questions questions_;
  bool stop_sent_ = false;  ///< to the search that runs
};

}  // namespace polyglot::session
