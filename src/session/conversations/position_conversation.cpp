// SPDX-License-Identifier: MIT
#include "session/conversations/position_conversation.hpp"
#include <utility>
#include <variant>

#include <polyglot/ascii.hpp>

#include "session/lines.hpp"

namespace polyglot::session {

PositionConversation::PositionConversation(const config::Options& options,
                                           const std::chrono::milliseconds& now, Gui& gui, Engine& engine,
                                           BookPlayer& book)
    : QuestionConversation(options, now, gui, engine, book) {
  driver().listen(*this);
}

// ---- What waits -----------------------------------------------------------------------------------------

EngineFate PositionConversation::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                             Effects& effects) {
  if (input_ == Input::kept_unread) {
    unread_.append(line) += '\n';
    return EngineFate::stays;
  }
  if (take(message, line, effects) == EngineFate::is_replaced) return EngineFate::is_replaced;
  return catch_up(effects);
}

/// Whether a message waits for the end of the running search. stop, ponderhit and isready do not wait: they
/// are about that search.
bool PositionConversation::must_wait(const protocol::GuiMessage& message) const {
  return order_.searching() && (std::holds_alternative<protocol::Go>(message) ||
                                std::holds_alternative<protocol::SetPosition>(message) ||
                                std::holds_alternative<protocol::NewGame>(message) ||
                                std::holds_alternative<protocol::SetOption>(message));
}

EngineFate PositionConversation::take(const protocol::GuiMessage& message, std::string_view line,
                                      Effects& effects) {
  if (!must_wait(message)) return serve(message, line, effects);
  deferred_.append(line) += '\n';
  const bool search = std::holds_alternative<protocol::Go>(message);
  if (search) input_ = Input::kept_unread;
  if (search || deferred_.size() > kHeldLimit) end_search(effects);
  return EngineFate::stays;
}

EngineFate PositionConversation::serve_deferred(Effects& effects) {
  const std::string lines = std::exchange(deferred_, {});
  std::string_view rest = lines;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (rest.empty()) input_ = Input::served;
    const protocol::GuiMessage message = gui_.front->parse(line);
    if (serve(message, line, effects) == EngineFate::is_replaced) {
      deferred_ = rest;
      return EngineFate::is_replaced;
    }
  }
  return EngineFate::stays;
}

/// Handles waiting lines. Each line is read at most twice, however many wait.
EngineFate PositionConversation::catch_up(Effects& effects) {
  while (true) {
    if (!order_.searching() && !deferred_.empty()) {
      if (serve_deferred(effects) == EngineFate::is_replaced) return EngineFate::is_replaced;
    } else if (input_ == Input::served && read_ < unread_.size()) {
      std::string_view rest = std::string_view(unread_).substr(read_);
      const std::string_view line = take_line(rest);
      read_ = unread_.size() - rest.size();
      const protocol::GuiMessage message = gui_.front->parse(line);
      if (take(message, line, effects) == EngineFate::is_replaced) return EngineFate::is_replaced;
    } else {
      break;
    }
  }
  if (read_ > unread_.size() / 2) unread_.erase(0, std::exchange(read_, 0));
  return EngineFate::stays;
}

EngineFate PositionConversation::engine_replaced(Effects& effects) {
  driver().listen(*this);
  searches_hidden_ = false;
  for (std::size_t i = order_.ready_owed(); i > 0; --i) driver().ready_query(effects);
  if (order_.searching()) search_again(effects);
  return catch_up(effects);
}

void PositionConversation::search_again(Effects& effects) {
  const game::Game& root = *game();
  driver().search({.game = &root, .limits = limits_again(), .castling = castling(root)}, effects);
  if (search_.was_stopped()) driver().stop(effects);
}

/// The end of the input ends the running search, as a `go` would. Its best move is owed, and so are those of
/// waiting searches.
bool PositionConversation::finish(Effects& effects) {
  if (!order_.searching()) return deferred_.empty();
  if (!search_.is_due()) return true;
  end_search(effects);
  return !order_.searching();  // for some engines the best move is answered at once
}

void PositionConversation::end_search(Effects& effects) {
  search_.stop();
  driver().stop(effects);
}

std::size_t PositionConversation::held() const {
  return deferred_.size() + unread_.size() - read_ + order_.bytes() + driver().held();
}

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate PositionConversation::serve(const protocol::GuiMessage& message, std::string_view line,
                                       Effects& effects) {
  if (std::holds_alternative<protocol::NewGame>(message)) {
    new_game(effects);
    return driver().new_game(effects);
  }
  const protocol::Match obey{
      [&](const protocol::Handshake&) { identify(effects); },
      [&](const protocol::ReadyQuery&) {
        order_.expect_ready();
        driver().ready_query(effects);
      },
      [&](const protocol::SetOption& option) {
        EngineOptions::Entry* const entry = engine_.options.find(option.name);
        if (entry != nullptr) driver().set_option(*entry, option.value, effects);
      },
      [&](const protocol::SetPosition& position) { set_position(position, line, effects); },
      [&](const protocol::Go& go) { search(go.limits, effects); },
      [&](const protocol::Stop&) {
        if (stop(effects)) end_search(effects);
      },
      [&](const protocol::PonderHit&) {
        if (ponder_hit(effects)) driver().ponder_hit(effects);
      },
      [](const auto&) {},
  };
  std::visit(obey, message);
  return EngineFate::stays;
}

void PositionConversation::search(const protocol::SearchLimits& limits, Effects& effects) {
  end_hidden_search(effects);
  give_held_answer(effects);
  if (limits.perft) return;
  const bool book_answers = answer_from_book(limits, effects);
  if (book_answers && !ponders_beside_book()) return;
  const game::Game* const root = game();
  if (root == nullptr) {
    gui_.notify("no search: the position was not understood", effects);
    return reply(protocol::SearchAnswer{}, ReplyOrder::After::ready_and_best_move, effects);
  }
  const protocol::Search search{.game = root, .limits = limits, .castling = castling(*root)};
  searches_hidden_ = book_answers;
  if (!book_answers) search_begun(limits);
  driver().search(search, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

EngineFate PositionConversation::engine_line(std::string_view line, Effects& effects) {
  driver().hear(line, effects);
  return catch_up(effects);
}

/// Answers with a best move. If the engine sent no line for it, it may come before answers that still wait.
void PositionConversation::on_best_move(const protocol::BestMove& best, Effects& effects) {
  if (!best_move_arrived(best.move)) {
    searches_hidden_ = false;
    return;
  }
  const protocol::SearchAnswer answer{std::string(best.move), std::string(best.ponder)};
  if (order_.waiting() > 0) return reply(answer, ReplyOrder::After::ready, effects);
  gui_.print(answer, effects);
}

void PositionConversation::on_ready(Effects& effects) {
  if (!order_.ready_arrived()) return;
  gui_.print(protocol::ReadyAnswer{}, effects);
  order_.release(effects.to_gui);
}

void PositionConversation::on_words(std::string_view line, Effects& effects) {
  gui_.print(protocol::Remark{.depth = 0, .text = line}, effects);
}

/// Passes on a report, with moves in coordinates, because engines may write other notations.
void PositionConversation::on_info(const protocol::Info& info, Effects& effects) {
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
  gui_.print(shown, effects);
}

}  // namespace polyglot::session
