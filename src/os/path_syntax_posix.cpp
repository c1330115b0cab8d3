// SPDX-License-Identifier: MIT
#include <polyglot/os/expansion.hpp>

#include "os/path_syntax.hpp"

namespace polyglot::os {

const char kListSeparator = ':';
const std::string_view kSeparators = "/";
const bool kBackslashSeparates = false;
const char* const kShellAdvice = "write sh -c '...' around the whole command";
const char* const kHomeVariable = "HOME";

}  // namespace polyglot::os
