// SPDX-License-Identifier: MIT
#include "session/questions.hpp"
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {
void Questions::identify(Effects& effects) {
  protocol::Identity identity = gui_.identity(engine_);
  if (book_.wants_opponent() && engine_.options.find(BookPlayer::kOpponentOption) == nullptr) {
    protocol::EngineOption& opponent = identity.options.emplace_back();
    opponent.name = BookPlayer::kOpponentOption;
    opponent.type = "string";
  }
  reply(identity, ReplyOrder::After::ready, effects);
}

void Questions::reply(const protocol::GuiReply& answer, ReplyOrder::After after, Effects& effects) {
  std::string text;
  gui_.front->print(answer, text);
  order_.add(std::move(text), after);
  order_.release(effects.to_gui);
}

void Questions::set_position(const protocol::SetPosition& message, std::string_view line, Effects& effects) {
  follow_variant();
  played_.position_given();
  const auto followed = game_.set(message);
  if (!followed && !position_doubted_) {
    effects.log.push_back(
        {LogNote::Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                              followed.error().to_string(), line.substr(0, 200))});
  }
  position_doubted_ = !followed;
  has_position_ = true;
  game_begins_ = false;
  position_not_followed_ = followed ? std::string_view() : line;
}

void Questions::print_position(std::string& to_engine) const {
  if (game() == nullptr) {
    to_engine.append(position_not_followed_) += '\n';
  } else if (has_position_) {
    protocol::UciBack::print_position(*game(), castling(*game()), to_engine);
  }
}

bool Questions::in_game() const {
  if (engine_.options.check("UCI_AnalyseMode")) return false;
  if (game_begins_) return true;
  if (search_.is_endless()) return false;
  return order_.searching() || game() == nullptr || !game()->outcome().is_over();
}

protocol::SearchLimits Questions::limits_left(const RunningSearch& search,
                                              std::chrono::milliseconds now) const {
  const auto turn = game() != nullptr ? std::optional(game()->turn()) : std::nullopt;
  return after(now - search.begun(), search.limits(), turn);
}

protocol::SearchLimits Questions::for_engine(protocol::SearchLimits limits) const {
  const auto turn = game() != nullptr ? std::optional(game()->turn()) : std::nullopt;
  const std::chrono::milliseconds overhead(options_.spin(config::OptionId::move_overhead));
  return less_overhead(std::move(limits), overhead, turn);
}

std::optional<LastMoments> Questions::last_moments() const {
  const RunningSearch* const search = owed();
  if (search == nullptr || game() == nullptr) return std::nullopt;
  return last_resort_.last_moments(
      *game(), search->begun(),
      {.ends = search->ends(), .is_fixed = search->has_fixed_time(), .stopped = search->stopped()});
}

/// Of several searches that are due, only the last one is of use. Before it comes what waits for the engine.
void Questions::move_for_engine(Effects& effects) {
  if (!last_resort_.is_on() || !order_.searching() || !search_.is_due() || game() == nullptr) return;
  const auto choice = last_resort_.choose(*game(), search_.limits(), effects);
  if (!choice) return;
  if (order_.waiting() > 0) answer_ready_queries(effects);
  answer_superseded_searches(effects);
  if (!order_.best_move_arrived()) return;
  const std::string move = game()->to_uci(choice->move, castling(*game()));
  played_.answered(move, choice->mover);
  gui_.print(protocol::SearchAnswer{move, {}}, effects);
  order_.release(effects.to_gui);
}

void Questions::answer_for_engine(Effects& effects) {
  answer_ready_queries(effects);
  answer_superseded_searches(effects);
}

void Questions::answer_ready_queries(Effects& effects) {
  while (order_.ready_arrived()) {
    gui_.print(protocol::ReadyAnswer{}, effects);
    order_.release(effects.to_gui);
  }
}

void Questions::answer_superseded_searches(Effects& effects) {
  while (order_.best_moves_superseded() > 0) {
    if (order_.best_move_arrived()) gui_.print(protocol::SearchAnswer{}, effects);
    order_.release(effects.to_gui);
  }
}

void Questions::take_info(const protocol::Info& info) {
  if (played_.wants_scores()) played_.take_score(info);
  if (order_.best_moves_superseded() == 0) last_resort_.note(info);
}

/// The GUI may have set another one, and the option may have a default of its own.
void Questions::follow_variant() {
  game_.play_variant(engine_.options.value(protocol::kVariantOption), engine_.known_variants());
}

Questions::BookSays Questions::answer_from_book(const protocol::SearchLimits& limits,
                                                std::chrono::milliseconds now, Effects& effects) {
  has_pondered_ |= limits.ponder;
  follow_variant();
  played_.search_begins(analyzes(limits) ? UciGame::Search::none
                        : limits.ponder  ? UciGame::Search::ponder
                                         : UciGame::Search::play,
                        game(), effects);
  held_answer_ = look_up(limits, effects);
  gui_.tell_trouble(book_, effects);
  if (!held_answer_) return BookSays::nothing;
  if (limits.ponder || book_.verifies()) held_search_ = RunningSearch(limits, game()->turn(), now);
  return limits.ponder ? BookSays::answers : consider(limits, now, effects);
}

/// Where the GUI says which moves to search, it has its reasons.
Questions::BookSays Questions::consider(const protocol::SearchLimits& limits, std::chrono::milliseconds now,
                                        Effects& effects) {
  const bool is_free = book_.verifies() && !limits.restricted;
  const auto move = is_free ? game()->read_uci(held_answer_->report.move) : std::nullopt;
  if (move && verification_.begin(*game(), *move, for_engine(limits), castling(*game()), now, effects)) {
    last_resort_.search_begun();
    return BookSays::asks_engine;
  }
  give_held_answer(effects);
  return BookSays::answers;
}

Questions::BookSays Questions::verified(std::string_view best, std::chrono::milliseconds now,
                                        Effects& effects) {
  const auto verdict = verification_.end_search(game()->read_uci(best), effects);
  if (verdict == BookVerification::Verdict::pending) return BookSays::asks_engine;
  reply(protocol::Notice{verification_.words()}, ReplyOrder::After::ready_and_best_move, effects);
  if (verdict == BookVerification::Verdict::kept) {
    give_held_answer(effects);
    return BookSays::answers;
  }
  const protocol::SearchLimits left = limits_left(held_search_, now);
  held_answer_ = look_up(left, effects);
  if (held_answer_) return consider(left, now, effects);
  search_ = held_search_;
  last_resort_.search_begun();
  return BookSays::nothing;
}

bool Questions::analyzes(const protocol::SearchLimits& limits) const {
  return limits.infinite || limits.mate || engine_.options.check("UCI_AnalyseMode");
}

std::optional<protocol::BookAnswer> Questions::look_up(const protocol::SearchLimits& limits,
                                                       Effects& effects) {
  if (game() == nullptr) return std::nullopt;
  book_.circumstances().search_begins(*game(), limits);
  if (analyzes(limits)) return std::nullopt;
  return book_.answer(*game(),
                      {.restricted = limits.restricted,
                       .search_moves = limits.search_moves,
                       .with_reply = has_pondered_ || engine_.options.check("Ponder"),
                       .castling = castling(*game())},
                      effects);
}

bool Questions::give_held_answer(Effects& effects) {
  verification_.cancel();
  const auto answer = std::exchange(held_answer_, std::nullopt);
  if (!answer) return false;
  played_.answered(answer->report.move, Mover::book);
  reply(*answer, ReplyOrder::After::ready_and_best_move, effects);
  return true;
}

Questions::BookSays Questions::ponder_hit(std::chrono::milliseconds now, Effects& effects) {
  played_.ponder_hit(game(), effects);
  if (!held_answer_) return BookSays::nothing;
  held_search_.ponder_hit(now);
  return consider(limits_left(held_search_, now), now, effects);
}

/// Where the GUI has not waited, one of an earlier search is nobody's move.
bool Questions::best_move_arrived(std::string_view move) {
  if (!order_.best_move_arrived()) return false;
  if (!order_.searching()) played_.answered(move, Mover::engine);
  return true;
}

game::CastlingNotation Questions::castling(const game::Game& game) const {
  return game::castling_notation(game, engine_.options.check("UCI_Chess960"));
}

}  // namespace polyglot::session
