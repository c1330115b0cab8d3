#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

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
  bool ready_arrived() noexcept;
  bool best_move_arrived() noexcept;

  /// The engine owes a best move.
  [[nodiscard]] bool searching() const noexcept { return best_moves_ < searches_; }
  /// Number of ready queries that the engine has not answered.
  [[nodiscard]] std::size_t ready_owed() const noexcept { return ready_asked_ - ready_seen_; }
  /// Number of answers held back, and their bytes.
  [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

  /// Puts our answer behind what the engine owes at this moment.
  void add(std::string text, After after);
  /// Appends to `out` the answers whose turn has come.
  void release(std::string& out);
  /// Appends all of them: the engine will not answer any more.
  void release_all(std::string& out);

 private:
  struct Waiting {
    std::string text;
    std::uint64_t ready = 0;
    std::uint64_t best_moves = 0;
  };

  std::uint64_t ready_asked_ = 0;
  std::uint64_t ready_seen_ = 0;
  std::uint64_t searches_ = 0;
  std::uint64_t best_moves_ = 0;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
};

}  // namespace polyglot::session
