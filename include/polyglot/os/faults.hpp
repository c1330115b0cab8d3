// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace polyglot::os {

/// What this module asks the system for, as far as it can be made to fail.
enum class Call : std::uint8_t {
  open,
  examine,        ///< what kind of file it is, and its size (stat)
  open_nameless,  ///< a file that has no name yet
  read,
  write,
  flush,  ///< to the disk
  lock,
  link,
  rename,
  start_process,
  entropy,
};

/// How a call is to fail.
struct Fault {
  int error = 0;                                               ///< a value of <cerrno>; 0: it does not
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< bytes that it may read or write
};

/// For tests: while it lives, the calls of this module that go through make_call() are put to `choose`, which
/// says how each fails. It may be asked by several threads at once. There may be one at a time; without one a
/// call costs nothing more.
class FaultInjection {
 public:
  using Choose = std::function<Fault(Call call)>;

  explicit FaultInjection(Choose choose);
  ~FaultInjection();
  FaultInjection(const FaultInjection&) = delete;
  FaultInjection& operator=(const FaultInjection&) = delete;

 private:
  Choose choose_;
};

/// What is chosen for a call: for those who make calls that this module knows of.
[[nodiscard]] Fault fault_of(Call call);

}  // namespace polyglot::os
