// SPDX-License-Identifier: MIT
#include "session/conversations/question_conversation.hpp"
#include <utility>

#include <fmt/format.h>

#include <polyglot/game/game.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {
void QuestionConversation::identify() {
  protocol::Identity identity = gui_.identity(engine_);
  if (book_.wants_opponent() && engine_.options.find(BookPlayer::kOpponentOption) == nullptr) {
    protocol::EngineOption& opponent = identity.options.emplace_back();
    opponent.name = BookPlayer::kOpponentOption;
    opponent.type = "string";
  }
  reply(identity, ReplyOrder::After::ready);
}

void QuestionConversation::reply(const protocol::GuiReply& answer, ReplyOrder::After after) {
  std::string text;
  gui_.front->print(answer, text);
  order_.add(std::move(text), after);
  order_.release(effects_.to_gui);
}

void QuestionConversation::set_position(const protocol::SetPosition& message, std::string_view line) {
  follow_variant();
  played_.position_given();
  const auto followed = game_.set(message);
  if (!followed && position_not_followed_.empty()) {
    effects_.log.push_back(
        {LogNote::Level::warning, fmt::format("position not understood, no book for it: {} in \"{}\"",
                                              followed.error().to_string(), line.substr(0, 200))});
  }
  has_position_ = true;
  game_begins_ = false;
  position_not_followed_ = followed ? std::string_view() : line;
}

void QuestionConversation::print_position(std::string& to_engine) const {
  if (game() == nullptr) {
    to_engine.append(position_not_followed_) += '\n';
  } else if (has_position_) {
    protocol::UciBack::print_position(*game(), castling(*game()), to_engine);
  }
}

bool QuestionConversation::in_game() const {
  if (engine_.options.check("UCI_AnalyseMode")) return false;
  if (game_begins_) return true;
  if (search_.is_endless()) return false;
  return order_.searching() || game() == nullptr || !game()->outcome().is_over();
}

bool QuestionConversation::finish_without_engine() {
  if (order_.searching()) return false;
  while (order_.ready_arrived()) {
    gui_.print(protocol::ReadyAnswer{});
    order_.release(effects_.to_gui);
  }
  while (order_.best_moves_superseded() > 0) {
    if (order_.best_move_arrived()) gui_.print(protocol::SearchAnswer{});
    order_.release(effects_.to_gui);
  }
  return true;
}

/// Follows the option of the variant: the GUI may have set it, or it may have its own default.
void QuestionConversation::follow_variant() {
  game_.play_variant(engine_.options.value(protocol::kVariantOption), engine_.catalogue.get());
}

bool QuestionConversation::answer_from_book(const protocol::SearchLimits& limits) {
  has_pondered_ |= limits.ponder;
  follow_variant();
  played_.search_begins(analyzes(limits) ? UciGame::Search::none
                        : limits.ponder  ? UciGame::Search::ponder
                                         : UciGame::Search::play,
                        game());
  held_answer_ = look_up(limits);
  if (!held_answer_) return false;
  if (!limits.ponder) give_held_answer();
  return true;
}

bool QuestionConversation::analyzes(const protocol::SearchLimits& limits) const {
  return limits.infinite || limits.mate || engine_.options.check("UCI_AnalyseMode");
}

std::optional<protocol::BookAnswer> QuestionConversation::look_up(const protocol::SearchLimits& limits) {
  if (game() == nullptr) return std::nullopt;
  book_.circumstances().search_begins(*game(), limits);
  if (analyzes(limits)) return std::nullopt;
  auto answer = book_.answer(*game(), {.restricted = limits.restricted,
                                       .search_moves = limits.search_moves,
                                       .with_reply = has_pondered_ || engine_.options.check("Ponder"),
                                       .castling = castling(*game())});
  gui_.tell_trouble(book_);
  if (const std::string exit = book_.take_exit(); !exit.empty()) gui_.print(protocol::Remark{.text = exit});
  return answer;
}

bool QuestionConversation::give_held_answer() {
  const auto answer = std::exchange(held_answer_, std::nullopt);
  if (!answer) return false;
  played_.answered(answer->report.move, Mover::book);
  reply(*answer, ReplyOrder::After::ready_and_best_move);
  return true;
}

bool QuestionConversation::ponder_hit() {
  end_hidden_search();
  played_.ponder_hit(game());
  if (give_held_answer()) return false;
  search_.ponder_hit(now_);
  return true;
}

bool QuestionConversation::stop() {
  end_hidden_search();
  return !give_held_answer();
}

void QuestionConversation::new_game() {
  game_begins_ = true;
  played_.end(game());
  book_.new_game();
}

void QuestionConversation::search_begun(const protocol::SearchLimits& limits) {
  search_ = RunningSearch(limits, turn().value_or(game::Color::white), now_);
  order_.expect_best_move();
}

/// If the GUI has not waited, a best move of an earlier search is not a move of the game.
bool QuestionConversation::best_move_arrived(std::string_view move) {
  if (!order_.best_move_arrived()) return false;
  if (!order_.searching()) played_.answered(move, Mover::engine);
  return true;
}

game::CastlingNotation QuestionConversation::castling(const game::Game& game) const {
  return game::castling_notation(game, engine_.options.check("UCI_Chess960"));
}

}  // namespace polyglot::session
