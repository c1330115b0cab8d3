#pragma once

#include <functional>
#include <optional>
#include <string>

namespace polyglot::process {

/// Looks up an environment variable; nothing if it is not set. Injected so that tests need no setenv().
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
[[nodiscard]] Environment own_environment();

}  // namespace polyglot::process
