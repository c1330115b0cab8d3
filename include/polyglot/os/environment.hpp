// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <functional>
#include <map>
#include <optional>
#include <string>

/// What the system gives every process: environment variables, a process id, a time zone.
namespace polyglot::os {

/// Looks up an environment variable; nothing if it is not set. Injected so that tests need no setenv().
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
[[nodiscard]] Environment own_environment();

/// Environment variables with their values. No value: the variable is not set.
using Variables = std::map<std::string, std::optional<std::string>>;

/// Sets or unsets variables of this process. Call it while the process has only one thread.
void set_variables(const Variables& variables);

/// The process id, as the system's tools show it.
[[nodiscard]] std::string own_process_id();

/// Date and time of day where the user is.
[[nodiscard]] std::tm local_time(std::time_t time) noexcept;

}  // namespace polyglot::os
