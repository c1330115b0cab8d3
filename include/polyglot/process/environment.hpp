#pragma once

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace polyglot::process {

/// Looks up an environment variable; nothing if it is not set. Injected so that tests need no setenv().
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
[[nodiscard]] inline Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

}  // namespace polyglot::process
