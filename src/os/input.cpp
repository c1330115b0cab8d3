// SPDX-License-Identifier: MIT
#include <polyglot/os/input.hpp>

namespace polyglot::os {

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

}  // namespace polyglot::os
