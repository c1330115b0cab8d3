// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace polyglot::proxy {

/// Decides how long to wait for an engine that has got `quit`, and may finish its earlier work. The waiting
/// coroutine calls it from time to time.
class QuitDeadline {
 public:
  using Clock = std::chrono::steady_clock;
  /// The limit for an engine that no longer reads but still answers. It may have read all its commands at
  /// once.
  static constexpr std::chrono::seconds kLastAnswers{60};

  /// What the engine has done since the last call.
  struct Look {
    bool has_read = false;
    bool has_answered = false;  ///< or its answers wait for their receiver
    bool must_wait = false;     ///< the receiver of its output has no room
  };

  /// `grace`: the limit for an engine that neither reads nor answers.
  QuitDeadline(Clock::duration grace, Clock::time_point now) : grace_(grace), looked_(now) {}

  /// Whether the time is over. Time in which the engine must wait does not count for kLastAnswers.
  [[nodiscard]] bool ends(Clock::time_point now, const Look& look) {
    const Clock::duration passed = now - std::exchange(looked_, now);
    silent_ = look.has_read || look.has_answered ? Clock::duration() : silent_ + passed;
    if (look.has_read) answering_ = {};
    if (!look.must_wait) answering_ += passed;
    return silent_ >= grace_ || answering_ >= std::max<Clock::duration>(grace_, kLastAnswers);
  }

 private:
  Clock::duration grace_;
  Clock::time_point looked_;
  Clock::duration silent_{};
  Clock::duration answering_{};  ///< time since the engine last read
};

}  // namespace polyglot::proxy
