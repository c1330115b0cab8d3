#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace polyglot::session {

/// Keeps answers in the order of the questions.
///
/// Counts what the engine still owes the GUI, and holds back our own answers until the engine has answered
/// everything that was asked before.
class ReplyOrder {
 public:
  /// What an answer of ours has to wait for.
  enum class After : std::uint8_t { ready, ready_and_best_move };

  /// A ready query, a search was passed on to the engine.
  void expect_ready() noexcept { ++ready_asked_; }
  void expect_best_move() noexcept { ++searches_; }

  /// The engine answered. False if nobody had asked.
  bool ready_arrived() noexcept { return count_up(ready_seen_, ready_asked_); }
  bool best_move_arrived() noexcept { return count_up(best_moves_, searches_); }

  /// The engine owes a best move.
  [[nodiscard]] bool searching() const noexcept { return best_moves_ < searches_; }
  /// Number of ready queries that the engine has not answered.
  [[nodiscard]] std::size_t ready_owed() const noexcept { return ready_asked_ - ready_seen_; }
  /// Number of answers held back, and their bytes.
  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Puts our answer behind what the engine owes at this moment.
  void add(std::string text, After after) {
    bytes_ += text.size();
    const std::uint64_t best_moves = after == After::ready ? 0 : searches_;
    waiting_.push_back({.text = std::move(text), .ready = ready_asked_, .best_moves = best_moves});
  }
  /// Appends to `out` the answers whose turn has come.
  void release(std::string& out) {
    while (!waiting_.empty() && waiting_.front().ready <= ready_seen_ &&
           waiting_.front().best_moves <= best_moves_) {
      give_first(out);
    }
  }
  /// Appends all of them: the engine will not answer any more.
  void release_all(std::string& out) {
    while (!waiting_.empty()) give_first(out);
  }

 private:
  struct Waiting {
    std::string text;
    std::uint64_t ready = 0;
    std::uint64_t best_moves = 0;
  };

  static bool count_up(std::uint64_t& seen, std::uint64_t asked) noexcept {
    if (seen == asked) return false;
    ++seen;
    return true;
  }
  void give_first(std::string& out) {
    out += waiting_.front().text;
    bytes_ -= waiting_.front().text.size();
    waiting_.pop_front();
  }

  std::uint64_t ready_asked_ = 0;
  std::uint64_t ready_seen_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t best_moves_ = 0;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
};

}  // namespace polyglot::session
