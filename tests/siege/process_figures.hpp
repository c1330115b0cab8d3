// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace polyglot::siege {

/// Descriptors that a process has open now.
[[nodiscard]] std::size_t open_descriptors(pid_t pid);
/// Memory that is not mapped from a file, in KiB: other processes do not change it. Source:
/// proc_pid_smaps(5).
[[nodiscard]] long own_memory(pid_t pid);
/// How often it has gone to sleep so far. Source: proc_pid_status(5).
[[nodiscard]] long voluntary_switches(pid_t pid);
/// The processes that it has started and that live.
[[nodiscard]] std::vector<pid_t> children(pid_t pid);

}  // namespace polyglot::siege
