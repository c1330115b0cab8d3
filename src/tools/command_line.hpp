#pragma once

#include <span>
#include <string>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// Reads a tool's arguments, options with one dash or two, and runs it. Help goes to stdout, errors to
/// stderr as `polyglot NAME: …`. Returns the exit code.
[[nodiscard]] int run(const Tool& tool, std::span<const std::string> arguments);

}  // namespace polyglot::tools
