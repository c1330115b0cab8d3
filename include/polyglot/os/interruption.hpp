// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

namespace polyglot::os {

/// While this object lives, a signal that would end the program, such as Ctrl-C, sets a flag, so that work
/// can stop and clean up. The same signal again ends the program. A signal that was ignored before (nohup)
/// stays ignored. Only one Interruption may exist at a time. On Windows the signals are Ctrl-C, Ctrl-Break,
/// and the end of the console or of the user's session.
class Interruption {
 public:
  explicit Interruption(std::atomic<bool>& flag);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// Returns the exit code by which shells recognise that a signal ended a program; 0 if no signal came.
  [[nodiscard]] static int exit_code() noexcept;
};

/// Returns the signals that would end this program, without those that it ignores. For an event loop.
[[nodiscard]] std::vector<int> ending_signals();

}  // namespace polyglot::os
