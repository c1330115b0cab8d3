// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <vector>

namespace polyglot::os {

/// While it lives, the first Ctrl-C, or another signal that is to end the program, sets a flag, so that work
/// can end and clean up; the second ends the program. A signal that was ignored before (nohup) stays ignored.
/// There may be one at a time.
class Interruption {
 public:
  explicit Interruption(std::atomic<bool>& flag);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The exit code by which shells know that a signal ended a program; 0 if none came.
  [[nodiscard]] static int exit_code() noexcept;
};

/// Those signals that are not ignored, as std::signal() takes them: for an event loop.
[[nodiscard]] std::vector<int> ending_signals();

}  // namespace polyglot::os
