// SPDX-License-Identifier: MIT
#include <cstdio>

#include <polyglot/os/input.hpp>

namespace polyglot::os {

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::optional<std::string> read_input_line() {
  std::string line;
  int next = std::getchar();
  if (next == EOF) return std::nullopt;
  for (; next != '\n' && next != EOF; next = std::getchar()) line += static_cast<char>(next);
  return line;
}

}  // namespace polyglot::os
