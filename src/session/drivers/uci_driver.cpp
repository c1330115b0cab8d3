// SPDX-License-Identifier: MIT
#include "session/drivers/uci_driver.hpp"
#include <utility>
#include <variant>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::session {

using protocol::UciBack;

// ---- Searches -------------------------------------------------------------------------------------------

void UciDriver::search(const protocol::Search& search) {
  drop();
  if (is_lost()) return;
  next_ = NextSearch{};
  UciBack::print_search(search, next_->text);
  if (const game::Position* const position = search.game->position()) {
    const auto moves = position->legal_moves();
    if (!moves.empty()) next_->any_move = game::to_uci(*position, moves.front(), search.castling);
  }
  start_when_free();
}

void UciDriver::drop() {
  next_.reset();
  if (stage_ == Stage::searching) return send_stop(Stage::dropping);
  if (stage_ == Stage::stopping) stage_ = Stage::dropping;
}

void UciDriver::stop() {
  if (stage_ == Stage::searching) return send_stop(Stage::stopping);
  if (next_) next_->stopped = true;
}

void UciDriver::send_stop(Stage next) {
  stage_ = next;
  effects_.to_engine += UciBack::kStop;
  await_end();
}

void UciDriver::ponder_hit() {
  if (listening()) effects_.to_engine += UciBack::kPonderHit;
}

void UciDriver::start_when_free() {
  if (!next_ || stage_ != Stage::idle || new_games_asked_ > 0) return;
  const NextSearch next = *std::exchange(next_, std::nullopt);
  effects_.to_engine += next.text;
  best_known_ = next.any_move;
  stage_ = Stage::searching;
  if (next.stopped) stop();
}

void UciDriver::give_up() {
  const bool counts = listening();
  stage_ = Stage::lost;
  if (counts) listener().on_best_move({.move = best_known_, .ponder = {}, .whole = best_known_});
}

// ---- Besides searches -----------------------------------------------------------------------------------

void UciDriver::send_option(std::string_view name, std::optional<std::string_view> value) {
  if (is_lost()) return;
  UciBack::print_option(name, value, owes_best_move() ? waiting_.commands : effects_.to_engine);
}

void UciDriver::new_game() {
  if (is_lost()) return;
  const bool waits = owes_best_move();
  std::string& out = waits ? waiting_.commands : effects_.to_engine;
  out += UciBack::kNewGame;
  out += UciBack::kReadyQuery;
  (waits ? waiting_.asked : asked_).push_back(Asker::new_game);
  ++new_games_asked_;
}

void UciDriver::ready_query() {
  if (is_lost()) return;
  if (stage_ == Stage::dropping) {
    ++waiting_.queries;
  } else {
    ask_ready(1);
  }
}

void UciDriver::ask_ready(std::size_t queries) {
  for (std::size_t i = 0; i < queries; ++i) effects_.to_engine += UciBack::kReadyQuery;
  asked_.insert(asked_.end(), queries, Asker::listener);
}

void UciDriver::quit() {
  effects_.to_engine += UciBack::kQuit;
  stage_ = Stage::lost;
}

std::size_t UciDriver::held() const noexcept {
  return waiting_.commands.size() + waiting_.queries + asked_.size() + (next_ ? next_->text.size() : 0);
}

// ---- What the engine says -------------------------------------------------------------------------------

bool UciDriver::volunteers(std::string_view line) {
  const protocol::EngineMessage message = UciBack::parse(line);
  return !std::holds_alternative<protocol::BestMove>(message) &&
         !std::holds_alternative<protocol::Ready>(message);
}

void UciDriver::hear(std::string_view line) {
  const protocol::EngineMessage message = UciBack::parse(line);
  if (std::holds_alternative<protocol::SearchOutput>(message)) {
    hear_info(line);
  } else if (const auto* best = std::get_if<protocol::BestMove>(&message)) {
    hear_best_move(*best);
  } else if (std::holds_alternative<protocol::Ready>(message)) {
    hear_ready();
  }
}

void UciDriver::hear_info(std::string_view line) {
  const protocol::Info info = protocol::parse_uci_info(line);
  std::string_view pv = info.pv;
  if (listening() && info.multipv.value_or(1) == 1 && !pv.empty()) best_known_ = take_word(pv);
  listener().on_info(info);
}

void UciDriver::hear_best_move(const protocol::BestMove& best) {
  if (!owes_best_move()) return;
  const bool counts = listening();
  stage_ = Stage::idle;
  end_came();
  const Waiting waiting = std::exchange(waiting_, {});
  effects_.to_engine += waiting.commands;
  asked_.insert(asked_.end(), waiting.asked.begin(), waiting.asked.end());
  ask_ready(waiting.queries);
  start_when_free();
  if (counts) listener().on_best_move(best);
}

void UciDriver::hear_ready() {
  if (asked_.empty()) return;
  const Asker asker = asked_.front();
  asked_.pop_front();
  ++answered_;
  if (asker == Asker::listener) return listener().on_ready();
  --new_games_asked_;
  start_when_free();
}

}  // namespace polyglot::session
