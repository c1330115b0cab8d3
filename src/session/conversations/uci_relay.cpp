// SPDX-License-Identifier: MIT
#include <polyglot/protocol/uci.hpp>

#include "session/conversations/question_conversation.hpp"
#include "session/lines.hpp"

namespace polyglot::session {
namespace {

/// The conversation between a GUI and an engine that both speak UCI. Lines pass unchanged. We only follow the
/// positions, and insert the book's answers among the engine's.
class UciRelay final : public QuestionConversation {
 public:
  explicit UciRelay(Context& context) noexcept : QuestionConversation(context) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override {
    bool is_relayed = true;
    const protocol::Match follow{
        [&](const protocol::Handshake&) {
          identify();
          is_relayed = false;
        },
        [&](const protocol::ReadyQuery&) { order_.expect_ready(); },
        [&](const protocol::SetOption& option) { engine_.options.note(option.name, option.value); },
        [&](const protocol::SetPosition& position) { set_position(position, line); },
        [&](const protocol::Go& go) { is_relayed = begin_search(go.limits); },
        [&](const protocol::Stop&) { is_relayed = stop(); },
        [&](const protocol::PonderHit&) { is_relayed = ponder_hit(); },
        [&](const protocol::NewGame&) {
          new_game();
          order_.game_begun();
          excuse_best_moves();
          has_begun_game_ = true;
        },
        [](const auto&) {},
    };
    std::visit(follow, message);
    if (is_relayed) engine_.input().append(line) += '\n';
  }

  void engine_line(std::string_view line) override {
    const protocol::EngineMessage message = protocol::UciBack::parse(line);
    const bool unwanted = order_.searches_unwanted();
    const bool is_hidden = order_.next_best_move() == last_hidden_;
    if (unwanted && std::holds_alternative<protocol::SearchOutput>(message)) return;
    const auto* const best = std::get_if<protocol::BestMove>(&message);
    const bool is_wanted = best == nullptr || take_best_move(best->move);
    if (!is_wanted) {
      if (is_hidden) searches_hidden_ = false;
      if (unwanted) return;
      effects_.warn(fmt::format("dropped an unexpected best move: {}", line));
      return;
    }
    const bool is_ready = std::holds_alternative<protocol::Ready>(message);
    if (is_ready) order_.ready_arrived();
    effects_.to_gui.append(line) += '\n';
    if (is_ready) excuse_best_moves();
    order_.release(effects_.to_gui);
  }

  /// Passes on lines that matter only to the GUI, in one piece. A search prints thousands of them.
  [[nodiscard]] std::string_view take_output(std::string_view& block) override {
    if (order_.searches_unwanted()) return {};
    return take_lines_while(block, [](std::string_view line) {
      if (line.ends_with('\r')) return false;
      const protocol::EngineMessage message = protocol::UciBack::parse(line);
      return std::holds_alternative<protocol::Output>(message) ||
             std::holds_alternative<protocol::SearchOutput>(message);
    });
  }

  /// What the engine has to do next. While it searches, other answers need not come, because not every engine
  /// reads then. But a stopped search must end.
  [[nodiscard]] Awaited awaited() const override {
    const bool searches = order_.searching() || order_.best_moves_superseded() > 0;
    const bool is_asked = order_.owes_stopped_search() || (!searches && order_.ready_owed() > 0);
    return {.move_until = move_until(),
            .answer = is_asked ? std::optional(order_.answers_seen()) : std::nullopt};
  }

  void timer_fired() override { excuse_best_moves(); }

  /// Asks the new engine the unanswered questions. Only the last search is useful; earlier ones are answered
  /// without a move.
  void engine_replaced() override {
    if (has_begun_game_) engine_.input() += protocol::UciBack::kNewGame;
    print_position(engine_.input());
    for (std::size_t i = order_.ready_owed(); i > 0; --i) engine_.input() += protocol::UciBack::kReadyQuery;
    searches_hidden_ = false;
    while (order_.best_moves_superseded() > 0) {
      const bool wanted = order_.best_move_arrived();
      if (wanted) reply(protocol::SearchAnswer{}, ReplyOrder::After::ready);
    }
    if (order_.searching()) search_again();
  }

 private:
  [[nodiscard]] std::size_t own_held() const override { return order_.bytes(); }
  [[nodiscard]] bool stop() {
    if (end_pondering()) return false;
    if (order_.searching()) search_.stop(now_);
    note_stop();
    return true;
  }

  [[nodiscard]] bool begin_search(const protocol::SearchLimits& limits) {
    excuse_best_moves();
    end_pondering();
    if (limits.perft) return true;
    const bool searches = order_.searching() && !search_.was_stopped();
    if (searches) end_search();  // the GUI did not stop it
    if (!answer_from_book(limits)) {
      search_begun(limits);
      return true;
    }
    excuse_best_moves();
    if (!ponders_beside_book()) return false;
    searches_hidden_ = true;
    last_hidden_ = order_.expect_unwanted_best_move();
    return true;
  }

  void search_again() {
    protocol::UciBack::print_go(limits_again(), engine_.input());
    if (search_.was_stopped()) engine_.input() += protocol::UciBack::kStop;
  }

  /// Ends the running search: its best move is wanted at once.
  void end_search() {
    engine_.input() += protocol::UciBack::kStop;
    search_.stop();
    note_stop();
  }

  void drop_search() override {
    engine_.input() += protocol::UciBack::kStop;
    note_stop();
  }

  void note_stop() {
    order_.searches_stopped();
    stopped_at_ = now_;
  }

  /// Book moves no longer wait for a best move that the engine never sends.
  /// Engines that search in another thread answer commands after `stop` at once, and send the best move when
  /// the thread has ended.
  void excuse_best_moves() {
    if (!order_.may_miss_best_move()) return;
    const auto wait = stopped_at_ + EngineDriver::kStopLimit - now_;
    if (wait.count() > 0) {
      if (order_.waiting() > 0) effects_.timers.push_back({Timer::stop_limit, wait});
      return;
    }
    effects_.warn("the engine gave no best move for a search that was stopped");
    order_.give_up_missing();
    order_.release(effects_.to_gui);
  }

  bool has_begun_game_ = false;    ///< the GUI has sent ucinewgame
  std::uint64_t last_hidden_ = 0;  ///< the last hidden search
  std::chrono::milliseconds stopped_at_{0};
};

}  // namespace

std::unique_ptr<Conversation> make_uci_relay(Context& context) {
  return std::make_unique<UciRelay>(context);
}

}  // namespace polyglot::session
