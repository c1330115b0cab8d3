// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// How the system writes paths and commands.
namespace polyglot::os {

/// The characters between a folder and what is in it.
extern const std::string_view kSeparators;
/// Whether a backslash is such a character. Then it does not quote in a command.
extern const bool kBackslashSeparates;
/// The end of a sentence that says how a command can use operators of a shell.
extern const char* const kShellAdvice;
/// The environment variable that names the user's home folder.
extern const char* const kHomeVariable;

}  // namespace polyglot::os
