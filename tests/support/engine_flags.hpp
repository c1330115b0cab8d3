// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polyglot::test {

/// A flag of a scripted engine: what it sets, and what it is for. All but switches have a value.
template <class Script>
struct Flag {
  std::string name;
  std::variant<bool Script::*, long Script::*, std::string Script::*, std::vector<std::string> Script::*,
               std::chrono::milliseconds Script::*, std::optional<int> Script::*>
      target;
  const char* help;
};

struct FlagValue {
  std::string text;

  void set(bool& is_given) const { is_given = true; }
  void set(long& number) const { number = std::stol(text); }
  void set(std::string& value) const { value = text; }
  void set(std::vector<std::string>& repeated) const { repeated.push_back(text); }
  void set(std::chrono::milliseconds& time) const { time = std::chrono::milliseconds(std::stol(text)); }
  void set(std::optional<int>& number) const { number = std::stoi(text); }
};

/// Reads a command line. A mistake ends the program, which shows all flags.
template <class Script>
Script parse_flags(int argc, char** argv, const std::vector<Flag<Script>>& flags) {
  Script script;
  for (int i = 1; i < argc; ++i) {
    const auto flag = std::ranges::find(flags, argv[i], &Flag<Script>::name);
    const bool is_switch = flag != flags.end() && std::holds_alternative<bool Script::*>(flag->target);
    if (flag == flags.end() || (!is_switch && i + 1 == argc)) {
      std::fprintf(stderr, "%s: unknown flag or missing value: %s\n", argv[0], argv[i]);
      for (const auto& known : flags) std::fprintf(stderr, "  %s %s\n", known.name.c_str(), known.help);
      std::exit(2);
    }
    const FlagValue value{is_switch ? "" : argv[++i]};
    std::visit([&](auto member) { value.set(script.*member); }, flag->target);
  }
  return script;
}

}  // namespace polyglot::test
