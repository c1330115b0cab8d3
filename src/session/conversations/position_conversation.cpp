// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>

#include "session/conversations/question_conversation.hpp"
#include "session/lines.hpp"

namespace polyglot::session {
namespace {

/// The conversation with a GUI that gives positions to search, and any engine.
///
/// The engine is at most one search late: commands during a search wait for its end, and a `go` ends it.
class PositionConversation final : public QuestionConversation, private SearchListener {
 public:
  explicit PositionConversation(Context& context) : QuestionConversation(context) { driver().listen(*this); }

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override {
    if (search_waits_) {
      unread_.append(line) += '\n';
      return;
    }
    take(message, line);
    catch_up();
  }

  void engine_line(std::string_view line) override {
    driver().hear(line);
    return catch_up();
  }

  [[nodiscard]] Awaited awaited() const override {
    return {.move_until = move_until(), .answer = driver().answer_due()};
  }
  void engine_replaced() override {
    driver().listen(*this);
    searches_hidden_ = false;
    for (std::size_t i = order_.ready_owed(); i > 0; --i) driver().ready_query();
    if (order_.searching()) search_again();
    return catch_up();
  }

  /// The end of the input ends the running search, as a `go` would. Its best move is owed, and so are those
  /// of waiting searches.
  [[nodiscard]] bool finish() override {
    if (!order_.searching()) return deferred_.empty();
    if (!search_.is_due()) return true;
    end_search();
    return !order_.searching();  // for some engines the best move is answered at once
  }

  [[nodiscard]] bool finish_without_engine() override {
    return deferred_.empty() && QuestionConversation::finish_without_engine();
  }

 private:
  [[nodiscard]] std::size_t own_held() const override {
    return deferred_.size() + unread_.size() - read_ + order_.bytes();
  }

  /// Passes on a report, with moves in coordinates, because engines may write other notations.
  void on_info(const protocol::Info& info) override {
    if (!order_.searching() || game() == nullptr) return;
    const game::CastlingNotation notation = castling(*game());
    game::Game variation = game()->from_here();
    std::string pv;
    std::string_view rest = info.pv;
    for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
      const auto move = variation.read(word);
      if (!move) break;
      if (!pv.empty()) pv += ' ';
      pv += variation.to_uci(*move, notation);
      variation.push(*move);
    }
    protocol::SearchInfo shown{info};
    shown.info.pv = pv;
    shown.info.current_move = {};
    gui_.print(shown);
  }

  /// Answers with a best move. If the engine sent no line for it, it may come before answers that still wait.
  void on_best_move(const protocol::BestMove& best) override {
    if (!take_best_move(best.move)) {
      searches_hidden_ = false;
      return;
    }
    const protocol::SearchAnswer answer{std::string(best.move), std::string(best.ponder)};
    if (order_.waiting() > 0) return reply(answer, ReplyOrder::After::ready);
    gui_.print(answer);
  }

  void on_ready() override {
    if (!order_.ready_arrived()) return;
    gui_.print(protocol::ReadyAnswer{});
    order_.release(effects_.to_gui);
  }

  void on_words(std::string_view line) override { gui_.print(protocol::Remark{.depth = 0, .text = line}); }

  void take(const protocol::GuiMessage& message, std::string_view line) {
    if (!must_wait(message)) return serve(message, line);
    deferred_.append(line) += '\n';
    const bool search = std::holds_alternative<protocol::Go>(message);
    search_waits_ |= search;
    if (search || deferred_.size() > kHeldLimit) end_search();
  }

  /// Whether a message waits for the end of the running search. stop, ponderhit and isready do not wait: they
  /// are about that search.
  [[nodiscard]] bool must_wait(const protocol::GuiMessage& message) const {
    return order_.searching() && (std::holds_alternative<protocol::Go>(message) ||
                                  std::holds_alternative<protocol::SetPosition>(message) ||
                                  std::holds_alternative<protocol::NewGame>(message) ||
                                  std::holds_alternative<protocol::SetOption>(message));
  }

  void serve(const protocol::GuiMessage& message, std::string_view line) {
    const protocol::Match obey{
        [&](const protocol::Handshake&) { identify(); },
        [&](const protocol::ReadyQuery&) {
          order_.expect_ready();
          driver().ready_query();
        },
        [&](const protocol::SetOption& option) {
          EngineOptions::Entry* const entry = engine_.options.find(option.name);
          if (entry != nullptr) driver().set_option(*entry, option.value);
        },
        [&](const protocol::SetPosition& position) { set_position(position, line); },
        [&](const protocol::Go& go) { search(go.limits); },
        [&](const protocol::Stop&) {
          if (!end_pondering()) end_search();
        },
        [&](const protocol::PonderHit&) {
          if (ponder_hit()) driver().ponder_hit();
        },
        [&](const protocol::NewGame&) {
          new_game();
          driver().new_game();
        },
        [](const auto&) {},
    };
    std::visit(obey, message);
  }

  void serve_deferred() {
    const std::string lines = std::exchange(deferred_, {});
    std::string_view rest = lines;
    while (!rest.empty()) {
      const std::string_view line = take_line(rest);
      if (rest.empty()) search_waits_ = false;
      const protocol::GuiMessage message = gui_.front->parse(line);
      serve(message, line);
      if (driver().is_lost()) {
        deferred_ = rest;
        return;
      }
    }
  }

  /// Handles waiting lines. Each line is read at most twice, however many wait.
  void catch_up() {
    while (!driver().is_lost()) {
      if (!order_.searching() && !deferred_.empty()) {
        serve_deferred();
      } else if (!search_waits_ && read_ < unread_.size()) {
        std::string_view rest = std::string_view(unread_).substr(read_);
        const std::string_view line = take_line(rest);
        read_ = unread_.size() - rest.size();
        const protocol::GuiMessage message = gui_.front->parse(line);
        take(message, line);
      } else {
        break;
      }
    }
    if (read_ > unread_.size() / 2) unread_.erase(0, std::exchange(read_, 0));
  }

  void end_search() {
    search_.stop();
    driver().stop();
  }

  void search(const protocol::SearchLimits& limits) {
    end_pondering();
    if (limits.perft) return;
    const bool book_answers = answer_from_book(limits);
    if (book_answers && !ponders_beside_book()) return;
    const game::Game* const root = game();
    if (root == nullptr) {
      gui_.notify("no search: the position was not understood");
      return reply(protocol::SearchAnswer{}, ReplyOrder::After::ready_and_best_move);
    }
    const protocol::Search search{.game = root, .limits = limits, .castling = castling(*root)};
    searches_hidden_ = book_answers;
    if (!book_answers) search_begun(limits);
    driver().search(search);
  }

  void search_again() {
    const game::Game& root = *game();
    driver().search({.game = &root, .limits = limits_again(), .castling = castling(root)});
    if (search_.was_stopped()) driver().stop();
  }

  void drop_search() override { driver().drop(); }

  std::string deferred_;       ///< lines that wait for the end of the search; only the last one can be a `go`
  bool search_waits_ = false;  ///< deferred_ ends with a `go`, so that later lines stay unread
  std::string unread_;         ///< lines after those of deferred_
  std::size_t read_ = 0;       ///< bytes of unread_ that have been handled
};

}  // namespace

std::unique_ptr<Conversation> make_position_conversation(Context& context) {
  return std::make_unique<PositionConversation>(context);
}

}  // namespace polyglot::session
