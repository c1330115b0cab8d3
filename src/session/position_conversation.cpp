#include "session/position_conversation.hpp"
#include <utility>
#include <variant>

#include <polyglot/protocol/text.hpp>

#include "session/lines.hpp"
#include "session/match.hpp"

namespace polyglot::session {

PositionConversation::PositionConversation(Gui& gui, Engine& engine, BookPlayer& book)
    : gui_(gui), engine_(engine), questions_(gui, engine, book) {
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

/// What comes during a search is for what follows it. Until then stop, ponderhit and isready mean the search
/// that runs.
bool PositionConversation::must_wait(const protocol::GuiMessage& message) const {
  return questions_.order().searching() && (std::holds_alternative<protocol::Go>(message) ||
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

/// Each line is read at most once more than it came, however many wait.
EngineFate PositionConversation::catch_up(Effects& effects) {
  while (true) {
    if (!questions_.order().searching() && !deferred_.empty()) {
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
  for (std::size_t i = questions_.order().ready_owed(); i > 0; --i) driver().ready_query(effects);
  return catch_up(effects);
}

/// As a `go` would, the end of the input ends the search that runs. Its best move is due, and so are those of
/// the searches that wait.
bool PositionConversation::finish(Effects& effects) {
  if (!questions_.order().searching()) return deferred_.empty();
  if (endless_) return true;
  end_search(effects);
  return !questions_.order().searching();  // some engines have their best move given for them at once
}

void PositionConversation::end_search(Effects& effects) {
  endless_ = false;
  driver().stop(effects);
}

std::size_t PositionConversation::held() const {
  return deferred_.size() + unread_.size() - read_ + questions_.order().bytes() + driver().held();
}

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate PositionConversation::serve(const protocol::GuiMessage& message, std::string_view line,
                                       Effects& effects) {
  if (std::holds_alternative<protocol::NewGame>(message)) return driver().new_game(effects);
  const Match obey{
      [&](const protocol::Handshake&) { questions_.identify(effects); },
      [&](const protocol::ReadyQuery&) {
        questions_.order().expect_ready();
        driver().ready_query(effects);
      },
      [&](const protocol::SetOption& option) {
        EngineOptions::Entry* const entry = engine_.options.find(option.name);
        if (entry != nullptr) driver().set_option(*entry, option.value, effects);
      },
      [&](const protocol::SetPosition& position) { questions_.set_position(position, line, effects); },
      [&](const protocol::Go& go) { search(go.limits, effects); },
      [&](const protocol::Stop&) {
        if (!questions_.end_pondering(effects)) end_search(effects);
      },
      [&](const protocol::PonderHit&) {
        if (questions_.end_pondering(effects)) return;
        endless_ = false;
        driver().ponder_hit(effects);
      },
      [](const auto&) {},
  };
  std::visit(obey, message);
  return EngineFate::stays;
}

void PositionConversation::search(const protocol::SearchLimits& limits, Effects& effects) {
  questions_.end_pondering(effects);
  if (limits.perft || questions_.answer_from_book(limits, effects)) return;
  const game::Game* const game = questions_.game();
  if (game == nullptr) {
    gui_.notify("no search: the position was not understood", effects);
    return questions_.reply(protocol::SearchAnswer{}, ReplyOrder::After::ready_and_best_move, effects);
  }
  questions_.order().expect_best_move();
  endless_ = limits.infinite || limits.ponder;
  driver().search({.game = game, .limits = limits, .castling = questions_.castling(*game)}, effects);
}

// ---- Engine ---------------------------------------------------------------------------------------------

EngineFate PositionConversation::engine_line(std::string_view line, Effects& effects) {
  driver().hear(line, effects);
  return catch_up(effects);
}

/// A best move that no line of the engine stands for may come before answers that still wait.
void PositionConversation::on_best_move(const protocol::BestMove& best, Effects& effects) {
  questions_.order().best_move_arrived();
  const protocol::SearchAnswer answer{std::string(best.move), std::string(best.ponder)};
  if (questions_.order().waiting() > 0) return questions_.reply(answer, ReplyOrder::After::ready, effects);
  gui_.print(answer, effects);
}

void PositionConversation::on_ready(Effects& effects) {
  if (!questions_.order().ready_arrived()) return;
  gui_.print(protocol::ReadyAnswer{}, effects);
  questions_.order().release(effects.to_gui);
}

void PositionConversation::on_words(std::string_view line, Effects& effects) {
  gui_.print(protocol::Remark{.depth = 0, .text = line}, effects);
}

/// The engine writes its moves as it likes, the GUI wants coordinates.
void PositionConversation::on_info(const protocol::Info& info, Effects& effects) {
  if (!questions_.order().searching() || questions_.game() == nullptr) return;
  const game::CastlingNotation notation = questions_.castling(*questions_.game());
  game::Game variation = questions_.game()->from_here();
  std::string pv;
  std::string_view rest = info.pv;
  for (std::string_view word = protocol::take_word(rest); !word.empty(); word = protocol::take_word(rest)) {
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
