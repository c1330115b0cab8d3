// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

namespace polyglot::session {

/// Keeps answers in the order of the questions.
///
/// Counts the answers that the engine owes the GUI. Holds back Polyglot's own answers until the engine has
/// answered all earlier questions. Reads no text and knows no protocol. Not thread-safe.
class ReplyOrder {
 public:
  /// The engine's answers that our own answer has to wait for.
  enum class After : std::uint8_t { ready, ready_and_best_move };

  /// Call these two after a ready query, or a search, was passed on to the engine.
  void expect_ready() noexcept {
    ++ready_asked_;
    if (owes_stopped_search() && asked_behind_stop_.searches != stopped_)
      asked_behind_stop_ = {.ready = ready_asked_, .searches = stopped_};
  }
  void expect_best_move() noexcept { wanted_ = ++searches_; }
  /// Call this for a search that the GUI did not ask for. Returns its number, from 1.
  std::uint64_t expect_unwanted_best_move() {
    unwanted_.push_back(++searches_);
    return searches_;
  }

  /// Call searches_stopped() after all searches so far were told to end, and game_begun() after the engine
  /// was told about a new game.
  void searches_stopped() noexcept { stopped_ = searches_; }
  void game_begun() noexcept { excused_ = stopped_; }

  /// Call these two when the engine answers. They return false if nobody has asked, or if the GUI must not
  /// get the answer.
  bool ready_arrived() noexcept {
    if (!count_up(ready_seen_, ready_asked_)) return false;
    if (ready_seen_ == asked_behind_stop_.ready) excused_ = asked_behind_stop_.searches;
    return true;
  }
  bool best_move_arrived() noexcept {
    if (!count_up(best_moves_, searches_)) return false;
    if (!is_next_unwanted(best_moves_)) return true;
    unwanted_.pop_front();
    return false;
  }

  /// Returns true if a best move of a stopped search may never come. The engine owes it, but has answered a
  /// later question or begun another game. Then call give_up_missing(), so that nothing waits for this best
  /// move.
  [[nodiscard]] bool may_miss_best_move() const noexcept { return best_moves_ < excused_; }
  void give_up_missing() noexcept {
    while (may_miss_best_move()) (void)best_move_arrived();
  }

  /// Returns true if the engine owes the best move of a search that was told to end.
  [[nodiscard]] bool owes_stopped_search() const noexcept { return best_moves_ < stopped_; }
  /// Returns true if the engine owes a best move that the GUI wants.
  [[nodiscard]] bool searching() const noexcept { return best_moves_ < wanted_; }
  /// Returns true if the engine's output is about a search that the GUI did not ask for.
  [[nodiscard]] bool searches_unwanted() const noexcept { return is_next_unwanted(next_best_move()); }
  /// Returns the number of the search that the next best move belongs to.
  [[nodiscard]] std::uint64_t next_best_move() const noexcept { return best_moves_ + 1; }
  /// Returns how many owed best moves are no longer useful. Only that of the last search is useful, if the
  /// GUI asked for it.
  [[nodiscard]] std::size_t best_moves_superseded() const noexcept {
    const std::uint64_t last = searching() && wanted_ == searches_ ? 1 : 0;
    return searches_ - best_moves_ - last;
  }
  [[nodiscard]] std::size_t ready_owed() const noexcept { return ready_asked_ - ready_seen_; }
  [[nodiscard]] std::uint64_t answers_seen() const noexcept { return ready_seen_ + best_moves_; }
  /// waiting() returns the number of answers held back, bytes() their size.
  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Adds an answer of Polyglot, which waits for everything that the engine owes now.
  void add(std::string text, After after) {
    bytes_ += text.size();
    const std::uint64_t best_moves = after == After::ready ? 0 : wanted_;
    waiting_.push_back({.text = std::move(text), .ready = ready_asked_, .best_moves = best_moves});
  }
  /// Appends to `out` the answers that need not wait any longer, and forgets them.
  void release(std::string& out) {
    while (!waiting_.empty() && waiting_.front().ready <= ready_seen_ &&
           waiting_.front().best_moves <= best_moves_) {
      give_first(out);
    }
  }
  void release_all(std::string& out) {
    while (!waiting_.empty()) give_first(out);
  }

 private:
  /// The number of a ready query, and of the last search that was stopped before it.
  struct AskedBehindStop {
    std::uint64_t ready = 0;
    std::uint64_t searches = 0;
  };
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
  [[nodiscard]] bool is_next_unwanted(std::uint64_t search) const noexcept {
    return !unwanted_.empty() && unwanted_.front() == search;
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
  std::uint64_t wanted_ = 0;            ///< the last search that the GUI asked for
  std::uint64_t stopped_ = 0;           ///< the last search that was told to end
  std::uint64_t excused_ = 0;           ///< the last search that may stay without a best move
  AskedBehindStop asked_behind_stop_;   ///< for the last such query
  std::deque<std::uint64_t> unwanted_;  ///< running searches that the GUI did not ask for
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
};

}  // namespace polyglot::session
