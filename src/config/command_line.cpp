// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>

#include "config/documents.hpp"

namespace polyglot::config {

namespace {

/// Words that ask for help as the first argument. Anywhere else they would be the name of a configuration
/// file.
bool is_help_word(std::string_view first_argument) {
  constexpr std::array<std::string_view, 5> kWords = {"help", "/?", "?", "-?", "--?"};
  return std::ranges::any_of(
      kWords, [first_argument](std::string_view word) { return equal_ignoring_case(first_argument, word); });
}

void assign(const ProxySwitch& entry, const std::string& value, CommandLine& line) {
  if (find_option(entry.option)->type == OptionType::check && !parse_check(value))
    throw Failure(in_quotes(value) + " is neither true nor false");
  line.assignments.push_back({Assignment::Target::polyglot, std::string(entry.option), value});
}

/// A text that is not `name=value` is only a warning, because old scripts may rely on that.
void assign_entry(Assignment::Target target, const std::string& text, CommandLine& line) {
  Result<IniEntry> entry = parse_ini_entry(text);
  if (entry)
    line.assignments.push_back({target, std::move(entry->name), std::move(entry->value)});
  else
    line.warnings.push_back("command line: " + entry.error().what);
}

void print_options(const std::string& value, CommandLine& line) {
  const std::optional<DocumentFormat> format = find_document_format(value);
  if (!format) throw Failure(in_quotes(value) + " is not one of ini, markdown, man");
  line.action = CommandLine::Action::print_options;
  line.document = *format;
}

void take(const ProxySwitch& entry, const std::string& value, CommandLine& line) {
  if (!entry.option.empty()) return assign(entry, value, line);
  if (entry.name == "print-options") return print_options(value, line);
  if (entry.name == "pg") assign_entry(Assignment::Target::polyglot, value, line);
  if (entry.name == "uci") assign_entry(Assignment::Target::engine, value, line);
  if (entry.name == "noini") line.no_ini = true;
  if (entry.name == "check-config") line.action = CommandLine::Action::check_config;
  if (entry.name == "no-engine") line.no_engine = true;
  if (entry.name == "version,V") line.action = CommandLine::Action::version;
  if (entry.name == "help,h") line.action = CommandLine::Action::help;
  if (entry.name == "help-options") line.action = CommandLine::Action::help_options;
}

Switch make_switch(const ProxySwitch& entry, CommandLine& line) {
  const auto carry_out = [&entry, &line](const Words& words) {
    take(entry, words.empty() ? std::string() : words.front(), line);
  };
  return {.name = std::string(entry.name),
          .argument = std::string(entry.argument),
          .doc = std::string(entry.doc),
          .action = {carry_out, entry.argument.empty() ? Arity::none : Arity::one}};
}

}  // namespace

void add_configuration(Syntax& syntax, CommandLine& line) {
  const auto carry_out = [&line](const Words& words) { line.config_file = words.front(); };
  syntax.add({{.name = "", .argument = "CONFIGFILE", .doc = "", .action = {carry_out}, .plain = 1}});
  for (const ProxySwitch& entry : kSwitches)
    if (!entry.exits) syntax.add({make_switch(entry, line)});
}

std::vector<Switch> proxy_switches() {
  CommandLine ignored;
  std::vector<Switch> switches;
  switches.reserve(std::size(kSwitches));
  for (const ProxySwitch& entry : kSwitches) switches.push_back(make_switch(entry, ignored));
  for (Switch& option : switches) option.action.take = nullptr;
  return switches;
}

Result<CommandLine> parse_command_line(std::span<const std::string> arguments) {
  CommandLine line;
  if (!arguments.empty() && is_help_word(arguments.front())) {
    line.action = CommandLine::Action::help;
    return line;
  }
  Syntax syntax;
  add_configuration(syntax, line);
  for (const ProxySwitch& entry : kSwitches)
    if (entry.exits) syntax.add({make_switch(entry, line)});
  if (const Result<void> parsed = syntax.parse(arguments); !parsed) return parsed.error();
  if (line.no_engine && line.action != CommandLine::Action::check_config)
    return Error{"--no-engine needs --check-config"};
  if (line.no_ini) line.config_file.reset();
  return line;
}

}  // namespace polyglot::config
