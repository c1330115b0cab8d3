// SPDX-License-Identifier: MIT
#include "session/conversations/position_conversation.hpp"
#include <utility>
#include <variant>

#include <polyglot/ascii.hpp>

#include "session/lines.hpp"

namespace polyglot::session {

// ---- What waits -----------------------------------------------------------------------------------------

void PositionConversation::gui_message(const protocol::GuiMessage& message, std::string_view line) {
  if (input_ == Input::kept_unread) {
    unread_.append(line) += '\n';
    return;
  }
  take(message, line);
  catch_up();
}

/// Whether a message waits for the end of the running search. stop, ponderhit and isready do not wait: they
/// are about that search.
bool PositionConversation::must_wait(const protocol::GuiMessage& message) const {
  return order_.searching() && (std::holds_alternative<protocol::Go>(message) ||
                                std::holds_alternative<protocol::SetPosition>(message) ||
                                std::holds_alternative<protocol::NewGame>(message) ||
                                std::holds_alternative<protocol::SetOption>(message));
}

void PositionConversation::take(const protocol::GuiMessage& message, std::string_view line) {
  if (!must_wait(message)) return serve(message, line);
  deferred_.append(line) += '\n';
  const bool search = std::holds_alternative<protocol::Go>(message);
  if (search) input_ = Input::kept_unread;
  if (search || deferred_.size() > kHeldLimit) end_search();
}

void PositionConversation::serve_deferred() {
  const std::string lines = std::exchange(deferred_, {});
  std::string_view rest = lines;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (rest.empty()) input_ = Input::served;
    const protocol::GuiMessage message = gui_.front->parse(line);
    serve(message, line);
    if (driver().is_lost()) {
      deferred_ = rest;
      return;
    }
  }
}

/// Handles waiting lines. Each line is read at most twice, however many wait.
void PositionConversation::catch_up() {
  while (!driver().is_lost()) {
    if (!order_.searching() && !deferred_.empty()) {
      serve_deferred();
    } else if (input_ == Input::served && read_ < unread_.size()) {
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

void PositionConversation::engine_replaced() {
  driver().listen(*this);
  searches_hidden_ = false;
  for (std::size_t i = order_.ready_owed(); i > 0; --i) driver().ready_query();
  if (order_.searching()) search_again();
  return catch_up();
}

void PositionConversation::search_again() {
  const game::Game& root = *game();
  driver().search({.game = &root, .limits = limits_again(), .castling = castling(root)});
  if (search_.was_stopped()) driver().stop();
}

/// The end of the input ends the running search, as a `go` would. Its best move is owed, and so are those of
/// waiting searches.
bool PositionConversation::finish() {
  if (!order_.searching()) return deferred_.empty();
  if (!search_.is_due()) return true;
  end_search();
  return !order_.searching();  // for some engines the best move is answered at once
}

void PositionConversation::end_search() {
  search_.stop();
  driver().stop();
}

// ---- GUI ------------------------------------------------------------------------------------------------

void PositionConversation::serve(const protocol::GuiMessage& message, std::string_view line) {
  if (std::holds_alternative<protocol::NewGame>(message)) {
    new_game();
    return driver().new_game();
  }
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
        if (stop()) end_search();
      },
      [&](const protocol::PonderHit&) {
        if (ponder_hit()) driver().ponder_hit();
      },
      [](const auto&) {},
  };
  std::visit(obey, message);
}

void PositionConversation::search(const protocol::SearchLimits& limits) {
  end_hidden_search();
  give_held_answer();
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

// ---- Engine ---------------------------------------------------------------------------------------------

void PositionConversation::engine_line(std::string_view line) {
  driver().hear(line);
  return catch_up();
}

/// Answers with a best move. If the engine sent no line for it, it may come before answers that still wait.
void PositionConversation::on_best_move(const protocol::BestMove& best) {
  if (!best_move_arrived(best.move)) {
    searches_hidden_ = false;
    return;
  }
  const protocol::SearchAnswer answer{std::string(best.move), std::string(best.ponder)};
  if (order_.waiting() > 0) return reply(answer, ReplyOrder::After::ready);
  gui_.print(answer);
}

void PositionConversation::on_ready() {
  if (!order_.ready_arrived()) return;
  gui_.print(protocol::ReadyAnswer{});
  order_.release(effects_.to_gui);
}

void PositionConversation::on_words(std::string_view line) {
  gui_.print(protocol::Remark{.depth = 0, .text = line});
}

/// Passes on a report, with moves in coordinates, because engines may write other notations.
void PositionConversation::on_info(const protocol::Info& info) {
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

}  // namespace polyglot::session
