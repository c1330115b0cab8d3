// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace polyglot::os {

/// Returns the arguments of this program in UTF-8, without its name. `argc` and `argv` are those of main().
[[nodiscard]] std::vector<std::string> arguments_of_main(int argc, char** argv);

}  // namespace polyglot::os
