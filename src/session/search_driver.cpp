#include "session/search_driver.hpp"
#include <algorithm>
#include <utility>

namespace polyglot::session {

void SearchDriver::search(Purpose purpose, const protocol::Search& search, Effects& effects) {
  cancel(effects);
  purpose_ = purpose;
  waiting_search_.clear();
  context_.back->print_search(search, waiting_search_);
  send_search_when_free(effects);
}

void SearchDriver::cancel(Effects& effects) {
  purpose_ = Purpose::none;
  waiting_search_.clear();
  move_now_ = false;
  if (searching_) {
    stale_ = true;
    stop(effects);
  }
  answer_queries(effects);
}

void SearchDriver::stop(Effects& effects) {
  if (std::exchange(stop_sent_, true)) return;
  context_.back->print_stop(effects.to_engine);
}

void SearchDriver::move_now(Effects& effects) {
  if (listening()) return stop(effects);
  move_now_ = !waiting_search_.empty();
}

void SearchDriver::ponder_hit(Effects& effects) {
  purpose_ = Purpose::think;
  if (listening()) context_.back->print_ponder_hit(effects.to_engine);
}

void SearchDriver::set_option(EngineOptions::Entry& entry, std::optional<std::string_view> value,
                              Effects& effects) {
  // A searching engine is told when its best move has come.
  context_.set_engine_option(entry, value, searching_ ? waiting_ : effects.to_engine);
}

void SearchDriver::new_game(Effects& effects) {
  new_game_due_ = true;
  if (searching_) return;  // said when the best move has come
  context_.back->print_new_game(effects.to_engine);
  ask_ready(std::nullopt, effects);
}

void SearchDriver::ask_ready(std::optional<std::string> tag, Effects& effects) {
  context_.back->print_ready_query(effects.to_engine);
  asked_.push_back(std::move(tag));
}

void SearchDriver::ready_query(std::string_view tag, Effects& effects) {
  if (purpose_ == Purpose::think) {
    queries_.emplace_back(tag);
  } else if (searching_ && stale_) {
    held_queries_.emplace_back(tag);
  } else {
    ask_ready(std::string(tag), effects);
  }
}

bool SearchDriver::owes_answer() const noexcept {
  return !held_queries_.empty() ||
         std::ranges::any_of(asked_, [](const auto& tag) { return tag.has_value(); });
}

void SearchDriver::answer_queries(Effects& effects) {
  for (std::string& tag : std::exchange(queries_, {})) {
    if (asked_.empty() && !searching_) {
      context_.print(protocol::ReadyAnswer{std::move(tag)}, effects);
    } else if (stale_) {
      held_queries_.push_back(std::move(tag));
    } else {
      ask_ready(std::move(tag), effects);
    }
  }
}

void SearchDriver::answer_all_queries(Effects& effects) {
  for (const auto& tag : std::exchange(asked_, {})) {
    if (tag) context_.print(protocol::ReadyAnswer{*tag}, effects);
  }
  for (std::deque<std::string>* const queries : {&held_queries_, &queries_}) {
    for (std::string& tag : std::exchange(*queries, {})) {
      context_.print(protocol::ReadyAnswer{std::move(tag)}, effects);
    }
  }
}

bool SearchDriver::best_move_arrived(Effects& effects) {
  if (!searching_) return false;
  const bool counts = !stale_;
  searching_ = stop_sent_ = stale_ = false;
  if (counts) purpose_ = Purpose::none;
  effects.to_engine += std::exchange(waiting_, {});
  if (new_game_due_) new_game(effects);
  for (std::string& tag : std::exchange(held_queries_, {})) ask_ready(std::move(tag), effects);
  send_search_when_free(effects);
  return counts;
}

void SearchDriver::ready_arrived(Effects& effects) {
  if (asked_.empty()) return;
  const std::optional<std::string> tag = std::move(asked_.front());
  asked_.pop_front();
  if (tag) return context_.print(protocol::ReadyAnswer{*tag}, effects);
  new_game_due_ = std::ranges::any_of(asked_, [](const auto& query) { return !query; });
  send_search_when_free(effects);
}

void SearchDriver::send_search_when_free(Effects& effects) {
  if (waiting_search_.empty() || searching_ || new_game_due_) return;
  effects.to_engine += std::exchange(waiting_search_, {});
  searching_ = true;
  stop_sent_ = stale_ = false;
  if (std::exchange(move_now_, false)) stop(effects);
}

}  // namespace polyglot::session
