// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>

#include <polyglot/ascii.hpp>
#include <polyglot/os/arguments.hpp>

namespace polyglot::os {

std::vector<std::string> arguments_of_main(int argc, char** argv) {
  return {argv + 1, argv + argc};
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return is_letter(c) || is_digit(c) || std::string_view("_-./+,:=@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace polyglot::os
