// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/process/engine_process.hpp>

namespace polyglot::process {

/// From what waitpid(2) stored.
[[nodiscard]] ExitReport report_of(int wait_status) noexcept;

}  // namespace polyglot::process
