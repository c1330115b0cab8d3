// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/config/manual.hpp>

namespace polyglot::tools {

/// Runs the sub-command that the program's arguments name: `make-book`, `perft` … as the first word, and
/// `epd-test` behind a configuration file and options of the engine, too. Results go to stdout, messages to
/// stderr. Returns the exit code of the program: 0 success, 1 failure, 2 wrong usage. Nothing: no sub-command
/// is named.
[[nodiscard]] std::optional<int> run(std::span<const std::string> arguments);

/// The message about arguments that name no sub-command and have failed. If the first argument is no file and
/// looks like a sub-command, the message names the nearest one; if it is a book or a PGN file, the command
/// for it. Otherwise it is `message`.
[[nodiscard]] std::string refusal(std::span<const std::string> arguments, const std::string& message);

/// What the program's own --help prints: how to call it, and a line for each sub-command.
[[nodiscard]] std::string overview();

/// What the sub-commands declare, in the order of the alphabet.
[[nodiscard]] std::vector<config::Manual> manuals();

}  // namespace polyglot::tools
