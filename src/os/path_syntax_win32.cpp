// SPDX-License-Identifier: MIT
#include <polyglot/os/expansion.hpp>

#include "os/path_syntax.hpp"

namespace polyglot::os {

const char kListSeparator = ';';
const std::string_view kSeparators = "/\\";
const bool kBackslashSeparates = true;
const char* const kShellAdvice = "write a batch file that starts the engine";
const char* const kHomeVariable = "USERPROFILE";

}  // namespace polyglot::os
