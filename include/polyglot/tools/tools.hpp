// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/config/manual.hpp>

namespace polyglot::tools {

/// Runs the sub-command that the program's arguments name. It is the first word, such as `make-book` or
/// `perft`; `epd-test` may also follow a configuration file and options of the engine. Results go to stdout,
/// messages to stderr. Returns the exit code of the program: 0 success, 1 failure, 2 wrong usage. Nothing if
/// the arguments name no sub-command.
[[nodiscard]] std::optional<int> run(std::span<const std::string> arguments);

/// The message about arguments that name no sub-command and have failed. If the first argument is not a file
/// and looks like a sub-command, the message names the nearest one. If it is a book or a PGN file, the
/// message names the command for it. Otherwise it is `message`.
[[nodiscard]] std::string refusal(std::span<const std::string> arguments, const std::string& message);

/// The text of the program's own --help: its usage, and its sub-commands in groups.
[[nodiscard]] std::string overview();

/// The declarations of all sub-commands, in alphabetical order.
[[nodiscard]] std::vector<config::Manual> manuals();

}  // namespace polyglot::tools
