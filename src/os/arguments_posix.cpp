// SPDX-License-Identifier: MIT
#include <polyglot/os/arguments.hpp>

namespace polyglot::os {

std::vector<std::string> arguments_of_main(int argc, char** argv) {
  return {argv + 1, argv + argc};
}

}  // namespace polyglot::os
