// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <functional>
#include <optional>
#include <string>

/// What the system gives to every process: environment variables, a process id, a time zone.
namespace polyglot::os {

/// Looks up an environment variable. Returns nothing if it is not set. Tests pass a function of their own.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// Returns the environment of this process.
[[nodiscard]] Environment own_environment();

/// Returns the process id, as the system's tools show it.
[[nodiscard]] std::string own_process_id();

/// Returns date and time of day in the user's time zone.
[[nodiscard]] std::tm local_time(std::time_t time) noexcept;

}  // namespace polyglot::os
