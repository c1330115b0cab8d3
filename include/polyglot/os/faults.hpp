// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace polyglot::os {

/// The system calls that a test can make fail.
enum class Call : std::uint8_t {
  open,
  examine,        ///< stat: asks for the kind of a file and its size
  open_nameless,  ///< opens a file that has no name yet
  read,
  write,
  flush,  ///< writes buffered bytes to the disk
  lock,
  link,
  rename,
  start_process,
};

/// How a call has to fail.
struct Fault {
  int error = 0;  ///< a value of <cerrno>; 0: the call does not fail
  std::size_t most = std::numeric_limits<std::size_t>::max();  ///< maximum number of bytes that the call may
                                                               ///< read or write
};

/// For tests. While this object lives, `choose` says before each Call how it has to fail. Several threads may
/// call `choose` at once. Only one FaultInjection may exist at a time. Without one, calls cost no extra time.
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

/// Returns the fault that the test has chosen for a call. Code outside this module calls this, too.
[[nodiscard]] Fault fault_of(Call call);

}  // namespace polyglot::os
