// SPDX-License-Identifier: MIT
#include "session/uci_relay.hpp"
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/uci.hpp>

#include "session/lines.hpp"

namespace polyglot::session {

using BookSays = Questions::BookSays;

// ---- GUI ------------------------------------------------------------------------------------------------

EngineFate UciRelay::gui_message(const protocol::GuiMessage& message, std::string_view line,
                                 Effects& effects) {
  const protocol::Match goes_on{
      [&](const protocol::Handshake&) {
        questions_.identify(effects);
        return false;
      },
      [&](const protocol::ReadyQuery&) {
        questions_.order().expect_ready();
        return true;
      },
      [&](const protocol::SetOption& option) {
        engine_.options.note(option.name, option.value);
        return true;
      },
      [&](const protocol::SetPosition& position) {
        end_verification(effects);
        questions_.set_position(position, line, effects);
        return true;
      },
      [&](const protocol::Go& go) {
        if (!passes(go.limits, effects)) return false;
        if (!questions_.has_overhead()) return true;
        protocol::UciBack::print_go_with_times(line, questions_.for_engine(go.limits), effects.to_engine);
        return false;
      },
      [&](const protocol::Stop&) {
        end_search_beside_book(effects);
        const bool passes = !questions_.give_held_answer(effects);
        if (passes && questions_.order().searching()) {
          questions_.search().stop(now_);
          await_end();
        }
        if (passes) note_stop();
        return passes;
      },
      [&](const protocol::PonderHit&) {
        end_search_beside_book(effects);
        const BookSays book_says = questions_.ponder_hit(now_, effects);
        if (book_says == BookSays::asks_engine) search_for_book(effects);
        const bool passes = book_says == BookSays::nothing;
        if (passes) questions_.search().ponder_hit(now_);
        return passes;
      },
      [&](const protocol::NewGame&) {
        end_verification(effects);
        questions_.end_game(effects);
        questions_.order().game_begun();
        settle(effects);
        return has_begun_game_ = true;
      },
      [](const auto&) { return true; },
  };
  if (std::visit(goes_on, message)) effects.to_engine.append(line) += '\n';
  return EngineFate::stays;
}

void UciRelay::end_search(Effects& effects) {
  effects.to_engine += protocol::UciBack::kStop;
  questions_.search().stop();
  note_stop();
}

void UciRelay::end_search_beside_book(Effects& effects) {
  if (!std::exchange(searches_beside_book_, false)) return;
  effects.to_engine += protocol::UciBack::kStop;
  await_end();
  note_stop();
}

void UciRelay::await_end() noexcept {
  if (!end_awaited_) end_awaited_ = now_;
}

/// Another search may have been told to end meanwhile.
void UciRelay::end_came() noexcept {
  if (!end_awaited_) return;
  const ReplyOrder& order = questions_.order();
  const std::size_t running = searches_beside_book_ ? 1 : 0;
  const bool is_next_due =
      order.best_moves_superseded() > running || (order.searching() && questions_.search().was_stopped());
  end_awaited_ = is_next_due ? std::optional(now_) : std::nullopt;
}

void UciRelay::note_stop() {
  questions_.order().searches_stopped();
  stopped_at_ = now_;
}

/// Engines that search in another thread answer at once what comes behind `stop`, and with their best move
/// when that thread has ended.
void UciRelay::settle(Effects& effects) {
  ReplyOrder& order = questions_.order();
  if (!order.owes_settled()) return;
  const auto wait = stopped_at_ + EngineDriver::kPatience - now_;
  if (wait.count() > 0) {
    if (order.waiting() > 0) effects.timers.push_back({Timer::unheard_stop, wait});
    return;
  }
  effects.log.push_back(
      {LogNote::Level::warning, "the engine gave no best move for a search that was stopped"});
  order.give_up_settled();
  end_came();
  order.release(effects.to_gui);
}

EngineFate UciRelay::timer_fired(Effects& effects) {
  settle(effects);
  return EngineFate::stays;
}

bool UciRelay::passes(const protocol::SearchLimits& limits, Effects& effects) {
  settle(effects);
  end_search_beside_book(effects);
  questions_.give_held_answer(effects);
  if (limits.perft) return true;
  const bool searches = questions_.order().searching() && !questions_.search().was_stopped();
  if (searches) {  // the GUI forgot to
    end_search(effects);
    await_end();
  }
  switch (questions_.answer_from_book(limits, now_, effects)) {
    case BookSays::nothing:
      questions_.search_begun(limits, now_);
      questions_.order().expect_best_move();
      return true;
    case BookSays::answers:
      settle(effects);
      searches_beside_book_ = questions_.ponders_beside_book();
      if (searches_beside_book_) questions_.order().expect_unwanted_best_move();
      return searches_beside_book_;
    case BookSays::asks_engine:
      search_for_book(effects);
      return false;
  }
  return false;
}

void UciRelay::search_for_book(Effects& effects) {
  protocol::UciBack::print_go(questions_.verification().limits(), effects.to_engine);
  verifying_ = questions_.order().expect_unwanted_best_move();
  searches_beside_book_ = true;
}

void UciRelay::search_for_book_ended(std::string_view best, Effects& effects) {
  searches_beside_book_ = false;
  switch (questions_.verified(best, now_, effects)) {
    case BookSays::nothing:
      protocol::UciBack::print_go(questions_.search_again(now_), effects.to_engine);
      questions_.order().expect_best_move();
      return;
    case BookSays::answers:
      return;
    case BookSays::asks_engine:
      return search_for_book(effects);
  }
}

/// While it searches its answers may take their time, not every engine reads then; but a search that was told
/// to end is over.
Awaited UciRelay::awaited() const {
  const ReplyOrder& order = questions_.order();
  const bool searches = order.searching() || order.best_moves_superseded() > 0;
  const bool is_asked = end_awaited_ || (!searches && order.ready_owed() > 0);
  return {.move = order.searching(),
          .move_until = earlier(questions_.move_until(), end_awaited_),
          .last_moments = questions_.last_moments(),
          .answer = is_asked ? std::optional(order.answers_seen()) : std::nullopt};
}

/// It is asked what the one before was asked and has not answered. Only the last search is of use: a search
/// that another had followed is answered without a move.
EngineFate UciRelay::engine_replaced(Effects& effects) {
  ReplyOrder& order = questions_.order();
  if (has_begun_game_) effects.to_engine += protocol::UciBack::kNewGame;
  questions_.print_position(effects.to_engine);
  for (std::size_t i = order.ready_owed(); i > 0; --i) effects.to_engine += protocol::UciBack::kReadyQuery;
  searches_beside_book_ = false;
  while (order.best_moves_superseded() > 0) {
    const bool wanted = order.best_move_arrived();
    if (wanted) questions_.reply(protocol::SearchAnswer{}, ReplyOrder::After::ready, effects);
  }
  end_came();
  if (!order.searching()) return EngineFate::stays;
  protocol::UciBack::print_go(questions_.search_again(now_), effects.to_engine);
  if (questions_.search().was_stopped()) effects.to_engine += protocol::UciBack::kStop;
  return EngineFate::stays;
}

// ---- Engine ---------------------------------------------------------------------------------------------

/// A search prints thousands of lines between two that matter to more than the GUI; those are passed on in
/// one piece.
std::string_view UciRelay::take_output(std::string_view& block) {
  if (questions_.order().searches_unwanted()) return {};
  return take_lines_while(block, [this](std::string_view line) {
    if (line.ends_with('\r')) return false;
    const protocol::EngineMessage message = protocol::UciBack::parse(line);
    if (std::holds_alternative<protocol::Output>(message)) return true;
    if (!std::holds_alternative<protocol::SearchOutput>(message)) return false;
    note_info(line);
    return true;
  });
}

void UciRelay::note_info(std::string_view line) {
  if (questions_.wants_infos()) questions_.take_info(protocol::parse_uci_info(line));
}

EngineFate UciRelay::engine_line(std::string_view line, Effects& effects) {
  const protocol::EngineMessage message = protocol::UciBack::parse(line);
  const bool unwanted = questions_.order().searches_unwanted();
  const bool verifies = questions_.verification().runs() && questions_.order().next_best_move() == verifying_;
  if (unwanted && std::holds_alternative<protocol::SearchOutput>(message)) {
    if (verifies) questions_.verification().hear(protocol::parse_uci_info(line));
    return EngineFate::stays;
  }
  const auto* const best = std::get_if<protocol::BestMove>(&message);
  const bool is_wanted = best == nullptr || questions_.best_move_arrived(best->move);
  if (best != nullptr) end_came();
  if (!is_wanted) {
    if (verifies) search_for_book_ended(best->move, effects);
    if (unwanted) return EngineFate::stays;
    effects.log.push_back(
        {LogNote::Level::warning, fmt::format("dropped a best move nobody asked for: {}", line)});
    return EngineFate::stays;
  }
  const bool is_ready = std::holds_alternative<protocol::Ready>(message);
  if (is_ready) questions_.order().ready_arrived();
  if (std::holds_alternative<protocol::SearchOutput>(message)) note_info(line);
  effects.to_gui.append(line) += '\n';
  if (is_ready) settle(effects);
  questions_.order().release(effects.to_gui);
  return EngineFate::stays;
}

}  // namespace polyglot::session
