#include <utility>

#include <polyglot/session/reply_order.hpp>

namespace polyglot::session {

bool ReplyOrder::ready_arrived() noexcept {
  if (ready_seen_ == ready_asked_) return false;
  ++ready_seen_;
  return true;
}

bool ReplyOrder::best_move_arrived() noexcept {
  if (!searching()) return false;
  ++best_moves_;
  return true;
}

void ReplyOrder::add(std::string text, After after) {
  bytes_ += text.size();
  waiting_.push_back(
      {.text = std::move(text), .ready = ready_asked_, .best_moves = after == After::ready ? 0 : searches_});
}

void ReplyOrder::release(std::string& out) {
  while (!waiting_.empty() && waiting_.front().ready <= ready_seen_ &&
         waiting_.front().best_moves <= best_moves_) {
    out += waiting_.front().text;
    bytes_ -= waiting_.front().text.size();
    waiting_.pop_front();
  }
}

void ReplyOrder::release_all(std::string& out) {
  for (const Waiting& answer : waiting_) out += answer.text;
  waiting_.clear();
  bytes_ = 0;
}

}  // namespace polyglot::session
