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

/// What to append to a message about arguments that name no sub-command: `; did you mean the tool
/// make-book?` if their first word is nearly the name of one and no file, where the names are if it looks
/// like one, or what to do with it if it is a book or games. Empty otherwise.
[[nodiscard]] std::string suggestion(std::span<const std::string> arguments);

/// What the program's own --help prints: how to call it, and a line for each sub-command.
[[nodiscard]] std::string overview();

/// What the sub-commands declare, in the order of the alphabet.
[[nodiscard]] std::vector<config::Manual> manuals();

}  // namespace polyglot::tools
