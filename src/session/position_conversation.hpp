#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/session/game_tracker.hpp>
#include <polyglot/session/reply_order.hpp>

#include "session/context.hpp"
#include "session/conversation.hpp"

namespace polyglot::session {

/// A GUI that gives positions to search, and asks the engine as it pleases.
///
/// If the engine sees it the same way and speaks the GUI's protocol, lines pass as they are; else they are
/// translated, messages of one into messages of the other.
class PositionConversation final : public Conversation {
 public:
  enum class Engine : std::uint8_t { same_protocol, translated };

  PositionConversation(Context& context, Engine engine) noexcept
      : context_(context), relays_(engine == Engine::same_protocol) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line, Effects& effects) override;
  void engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] bool engine_may_leave() const override { return game_over_ && !order_.searching(); }
  void timer_fired(Timer timer, Effects& effects) override;
  void engine_lost(Effects& effects) override;
  void engine_replaced(Effects& effects) override;
  [[nodiscard]] std::size_t waiting_answers() const override { return order_.waiting(); }

 private:
  void on(const protocol::Handshake&, std::string_view line, Effects& effects);
  void on(const protocol::ReadyQuery&, std::string_view line, Effects& effects);
  void on(const protocol::SetOption& message, std::string_view line, Effects& effects);
  void on(const protocol::NewGame&, std::string_view line, Effects& effects);
  void on(const protocol::SetPosition& message, std::string_view line, Effects& effects);
  void on(const protocol::Go& message, std::string_view line, Effects& effects);
  void on(const protocol::Stop&, std::string_view line, Effects& effects);
  void on(const protocol::PonderHit&, std::string_view line, Effects& effects);
  template <class Other>
  void on(const Other&, std::string_view line, Effects& effects) {
    relay_to_engine(line, effects);
  }
  void relay_to_engine(std::string_view line, Effects& effects) const;
  void reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects);

  [[nodiscard]] std::optional<protocol::BookAnswer> book_answer(const protocol::SearchLimits& limits) const;
  void release_ponder_answer(Effects& effects);
  void search(const protocol::Go& message, std::string_view line, Effects& effects);
  void stop_search(Effects& effects);
  [[nodiscard]] bool ends_game(std::string_view best_move) const;
  [[nodiscard]] chess::CastlingNotation castling(const chess::Game& game) const;

  [[nodiscard]] bool must_wait(const protocol::GuiMessage& message) const;
  void serve_waiting(Effects& effects);
  void hear_unspoken(Effects& effects);
  [[nodiscard]] bool accept(const protocol::EngineMessage& message, std::string_view line, Effects& effects);
  void translate(const protocol::EngineMessage& message, std::string_view line, Effects& effects);
  void answer(const protocol::SearchAnswer& best, Effects& effects);
  void show(protocol::Info info, Effects& effects) const;

  Context& context_;
  bool relays_;
  std::string waiting_lines_;  ///< of the GUI, until a search that is translated has ended
  bool go_waits_ = false;      ///< among them
  GameTracker game_;
  ReplyOrder order_;
  std::optional<protocol::BookAnswer> ponder_answer_;  ///< held until ponderhit or stop
  bool gui_has_pondered_ = false;
  bool has_searched_ = false;  ///< this engine, in a game
  bool game_over_ = false;     ///< as the engine sees it
  bool stop_sent_ = false;     ///< to the search that runs
  std::chrono::milliseconds stopped_at_{0};
  bool position_doubted_ = false;  ///< said in the log
};

}  // namespace polyglot::session
