// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace polyglot::proxy {

/// How long an engine is waited for that has been sent `quit` and may work through what it was asked before.
/// Whoever waits looks at it from time to time.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;
  /// For one that reads no more and goes on answering: it may have read at once all that it was asked.
  static constexpr std::chrono::seconds kLastAnswers{60};

  /// What the engine has done since the look before.
  struct Look {
    bool has_read = false;
    bool has_answered = false;  ///< or would, if its answers had not to wait
    bool must_wait = false;     ///< for whoever takes what it says
  };

  /// `grace`: for an engine that neither reads nor answers.
  Patience(Clock::duration grace, Clock::time_point now) : grace_(grace), looked_(now) {}

  /// Whether it is at its end. Time in which the engine has to wait for others is none of its last answers.
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
  Clock::duration answering_{};  ///< since it has read
};

}  // namespace polyglot::proxy
