// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace polyglot::os {

/// Returns the arguments of this program in UTF-8, without its name. `argc` and `argv` are those of main().
[[nodiscard]] std::vector<std::string> arguments_of_main(int argc, char** argv);

/// Returns a word as users type it in a command: in quotes if it has blanks or special characters.
[[nodiscard]] std::string shell_word(const std::string& word);

}  // namespace polyglot::os
