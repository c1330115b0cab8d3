// SPDX-License-Identifier: MIT
/// Command lines of the proxy, one argument a line, and the commands and file names of configurations. A
/// mistake must give one line. Arguments that are understood must be understood again, and words that are
/// quoted again must be the same words. Nothing may be executed.
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/expansion.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

std::optional<std::string> variable(const std::string& name) {
  static const std::map<std::string, std::string> kVariables = {
      {"HOME", "/home/me"}, {"A", "one two"}, {"B", " \t"}, {"C", "'$A'`x`"}, {"D", ""}};
  const auto found = kVariables.find(name);
  return found == kVariables.end() ? std::nullopt : std::optional(found->second);
}

void check_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  while (!text.empty()) arguments.emplace_back(take_line(text));
  const auto line = config::parse_command_line(arguments);
  if (!line) {
    check(!line.error().what.empty(), "a mistake has words");
    check(line.error().to_string().find('\n') == std::string::npos, "a mistake is one line");
    return;
  }
  check(!line->no_ini || !line->config_file, "without an ini there is no name of one");
  for (const auto& [target, name, value] : line->assignments) {
    const std::string word =
        (target == config::Assignment::Target::engine ? "--uci=" : "--pg=") + name + "=" + value;
    const std::vector<std::string> again = {"--noini", word};
    if (name.find_first_of(";#[]=\\ \t") == std::string::npos)
      check(config::parse_command_line(again).has_value(), "an assignment can be written again");
  }
}

void check_command(std::string_view text) {
  const auto words = config::split_command_line(text, variable);
  if (!words) {
    check(!words.error().what.empty(), "a mistake in a command has words");
    return;
  }
  check(!words->empty(), "a command has a word");
  std::string quoted;
  for (const std::string& word : *words) {
    quoted += quoted.empty() ? "'" : " '";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    quoted += '\'';
  }
  const auto again = config::split_command_line(quoted, variable);
  check(again && *again == *words, "words that are quoted are the same");
}

void check_file_name(const std::string& text) {
  const auto name = config::expand_file_name(text, variable);
  if (text.find_first_of("$~") == std::string::npos)
    check(name && *name == text, "other names stay as they are");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  const std::string_view text = as_text(data, size);
  check_arguments(text);
  check_command(text);
  check_file_name(std::string(text));
  return 0;
}
