// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/config/syntax.hpp>

namespace polyglot::tools {

/// Runs the sub-command that the arguments name. It is the first word, such as `make-book` or `perft`.
/// `epd-test` may also follow a configuration file and options of the engine. Results go to stdout, messages
/// to stderr. Returns the exit code of the program: 0 success, 1 failure, 2 wrong usage. Returns nothing if
/// the arguments name no sub-command.
[[nodiscard]] std::optional<int> run(std::span<const std::string> arguments);

/// Returns the message about arguments that name no sub-command and have failed. If the first one is similar
/// to a sub-command and not a file, the message suggests that. If it is a book or a PGN file, the message
/// names the command for it. Otherwise it is `message`.
[[nodiscard]] std::string refusal(std::span<const std::string> arguments, const std::string& message);

/// Returns the text of the program's --help: its usage, and a line for each sub-command.
[[nodiscard]] std::string overview();

/// Returns the declarations of all sub-commands, in alphabetical order.
[[nodiscard]] std::vector<config::Manual> manuals();

}  // namespace polyglot::tools
