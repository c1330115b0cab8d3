#pragma once

#include <span>
#include <string>
#include <string_view>

namespace polyglot::tools {

/// True if the program's first argument names a sub-command: `make-book`, `perft` …
[[nodiscard]] bool is_tool(std::string_view word) noexcept;

/// Runs a sub-command with the arguments behind its name: results on stdout, messages on stderr.
/// Returns the exit code of the program: 0 success, 1 failure, 2 wrong usage.
[[nodiscard]] int run(std::string_view name, std::span<const std::string> arguments);

/// A line for each sub-command, for the program's own --help.
[[nodiscard]] std::string overview();

}  // namespace polyglot::tools
