// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/process/engine_process.hpp>

namespace polyglot::process {

/// Makes a report from the status of waitpid(2).
[[nodiscard]] ExitReport report_of(int wait_status) noexcept;

}  // namespace polyglot::process
