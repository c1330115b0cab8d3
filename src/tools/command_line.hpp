#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// Reads a tool's arguments, options with one dash or two, and runs it. Help goes to stdout, errors to
/// stderr as `polyglot NAME: …`. Returns the exit code.
[[nodiscard]] int run(const Tool& tool, std::span<const std::string> arguments);

/// Tells the user `polyglot NAME: …` on stderr. Does nothing if stderr cannot be written: nobody could be
/// told.
void tell(std::string_view tool, std::string_view message);

/// Tells what makes no sense about a tool's arguments, whatever the files hold. Returns the exit code: a
/// tool's run() may do so, too.
[[nodiscard]] ExitCode wrong_usage(const Tool& tool, std::string_view message);
[[nodiscard]] inline ExitCode wrong_usage(const Tool& tool, const Error& error) {
  return wrong_usage(tool, error.to_string());
}

}  // namespace polyglot::tools
