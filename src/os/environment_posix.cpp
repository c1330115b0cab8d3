// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <unistd.h>

#include <polyglot/os/environment.hpp>

namespace polyglot::os {

Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

std::string own_process_id() {
  return std::to_string(::getpid());
}

std::tm local_time(std::time_t time) noexcept {
  std::tm local{};
  ::localtime_r(&time, &local);
  return local;
}

}  // namespace polyglot::os
