// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polyglot::os {

/// What tells a process from all others of this machine since it was started: its id and when it began,
/// "1234-567890". Empty: there is no such process, or the system does not say.
[[nodiscard]] std::string process_stamp(int process);

/// The id of the process that has started this one; 1 if that has ended.
[[nodiscard]] int parent_process() noexcept;

}  // namespace polyglot::os
