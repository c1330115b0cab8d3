// SPDX-License-Identifier: MIT
#pragma once
#if !defined(_WIN32)

#include <cstdint>
#include <optional>
#include <sys/types.h>

#include "process/boost_process.hpp"

namespace polyglot::process {

/// An initializer for a launcher of Boost.Process. The started process becomes the guardian, and its child
/// the engine. All signals must be blocked, so that no handler of ours runs in them.
///
/// The guardian adopts every process of the engine that loses its own parent. It ends them all when the
/// engine has ended, or when its lifeline, a socket to us, closes for any reason. It sends two numbers of
/// type int: at the start the engine's process id, and its wait status when it reaps the engine. We send
/// nothing.
struct UnderGuardian {
  int lifeline;  ///< the guardian's end
  std::optional<int> nice;
  std::uint64_t affinity = 0;

  /// Returns in the engine's process only. It must be the first of the initializers.
  template <class Launcher>
  boost::process::v2::error_code on_exec_setup(Launcher& /*launcher*/,
                                               const boost::process::v2::filesystem::path& /*executable*/,
                                               const char* const*& /*argv*/) const {
    return {divide(), boost::system::system_category()};
  }

 private:
  /// Returns 0, or the errno of what failed.
  [[nodiscard]] int divide() const noexcept;
};

/// For the new process of Boost.Process, before its exec. Boost 1.81 leaves some of our descriptors open, and
/// calls exit() if the start fails: handlers of ours must not run there.
void leave_parent() noexcept;

/// Sets the processors (bit n: processor n; 0: all) of a thread; 0: of ours. Returns 0 or an errno.
[[nodiscard]] int set_processors(pid_t thread, std::uint64_t mask) noexcept;

}  // namespace polyglot::process

#endif
