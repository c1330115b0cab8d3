#pragma once

#include <string>
#include <string_view>

#include "session/conversation.hpp"
#include "session/questions.hpp"

namespace polyglot::session {

/// A GUI that gives positions to search, over whatever engine.
///
/// The engine is one search behind at most: what comes for it during a search waits for the end, and a `go`
/// ends that search.
class PositionConversation final : public Conversation, private EngineListener {
 public:
  PositionConversation(Gui& gui, Engine& engine, BookPlayer& book);

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] bool engine_may_leave() const override { return driver().may_leave(); }
  EngineFate timer_fired(Effects& effects) override { return driver().timer_fired(effects); }
  void engine_lost(Effects& effects) override { questions_.order().release_all(effects.to_gui); }
  EngineFate engine_replaced(Effects& effects) override;
  [[nodiscard]] bool finish(Effects& effects) override;
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
  void end_search(Effects& effects);

  void search(const protocol::SearchLimits& limits, Effects& effects);

  [[nodiscard]] EngineDriver& driver() const noexcept { return *engine_.driver; }

  Gui& gui_;
  Engine& engine_;
  Questions questions_;
  Input input_ = Input::served;
  bool endless_ = false;  ///< the search that runs ends only when it is told to
  std::string deferred_;  ///< lines until the search has ended; a `go` can only be the last of them
  std::string unread_;    ///< lines behind that
  std::size_t read_ = 0;  ///< bytes of unread_ that have been dealt with
};

}  // namespace polyglot::session
