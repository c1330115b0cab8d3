// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/options.hpp>

#include "config/documents.hpp"

namespace polyglot::config {
namespace {

/// Returns true for the words that ask for help as the first argument. Anywhere else they would be the name
/// of a configuration file.
bool is_help_word(std::string_view argument) {
  constexpr std::array<std::string_view, 5> kWords = {"help", "/?", "?", "-?", "--?"};
  return std::ranges::any_of(kWords, [&](auto word) { return equal_ignoring_case(argument, word); });
}

ProxySwitch setting(CommandLine& line, std::string name, std::string argument, std::string_view sets,
                    std::string doc) {
  const auto set = [&line, sets](const Words& words) {
    if (find_option(sets)->type == OptionType::check && !parse_check(words.front()))
      throw Failure(in_quotes(words.front()) + " is neither true nor false");
    line.assignments.push_back({Assignment::Target::polyglot, std::string(sets), words.front()});
  };
  return {{std::move(name), std::move(argument), std::move(doc), {set}}, false, sets};
}

/// The action of -pg and -uci. A text that is not `name=value` is only a warning, because old scripts may
/// rely on that.
Action assign(CommandLine& line, Assignment::Target target) {
  return {[&line, target](const Words& words) {
    Result<IniEntry> entry = parse_ini_entry(words.front());
    if (entry)
      line.assignments.push_back({target, std::move(entry->name), std::move(entry->value)});
    else
      line.warnings.push_back("command line: " + entry.error().what);
  }};
}

template <class Type>
Action flag(Type& place, Type value) {
  return {[&place, value](const Words&) { place = value; }, Arity::none};
}

Action print_options(CommandLine& line) {
  return {[&line](const Words& words) {
    line.document = find_document(words.front());
    if (line.document == nullptr)
      throw Failure(in_quotes(words.front()) + " is not one of ini, markdown, man");
    line.action = CommandLine::Action::print_options;
  }};
}

}  // namespace

std::vector<ProxySwitch> proxy_switches(CommandLine& line) {
  using Requested = CommandLine::Action;
  using enum Assignment::Target;
  const auto exits = [](const char* name, const char* argument, const char* doc, Action action) {
    return ProxySwitch{{name, argument, doc, std::move(action)}, true};
  };
  return {
      {{"noini", "",
        "do not read a configuration file; read the engine's own file in SettingsDir if it exists",
        flag(line.no_ini, true)}},
      setting(line, "ec", "COMMAND", "EngineCommand", "the engine: program and arguments"),
      setting(line, "ed", "FOLDER", "EngineDir", "working directory of the engine"),
      setting(line, "en", "NAME", "EngineName", "name of the engine"),
      setting(line, "log", "BOOL", "Log", "write a log file: true or false"),
      setting(line, "lf", "FILE", "LogFile", "name of the log file"),
      setting(line, "wb", "BOOL", "OnlyWbOptions",
              "show XBoard GUIs only the commonly used options: true or false"),
      {{"pg", "\"NAME=VALUE\"", "set an option of Polyglot; may be repeated", assign(line, polyglot)}},
      {{"uci", "\"NAME=VALUE\"", "set an option of the engine; may be repeated", assign(line, engine)}},
      exits("check-config", "",
            "check the configuration, report its errors, and exit with 1 if there are any",
            flag(line.action, Requested::check_config)),
      exits("no-engine", "",
            "with --check-config: do not start the engine; for a configuration that you do not trust",
            flag(line.no_engine, true)),
      exits("print-options", "FORMAT",
            "print the documentation of all options as ini, markdown or man, and exit", print_options(line)),
      exits("help,h", "", "list the tools and exit; also -help, help and /?",
            flag(line.action, Requested::help)),
      exits("help-options", "", "print all options of the command line and the configuration, and exit",
            flag(line.action, Requested::help_options)),
      exits("version,V", "", "print the version and exit", flag(line.action, Requested::version)),
  };
}

void add_configuration(Syntax& syntax, CommandLine& line) {
  const auto carry_out = [&line](const Words& words) { line.config_file = words.front(); };
  syntax.add({{.name = "", .argument = "CONFIGFILE", .doc = "", .action = {carry_out}, .plain = 1}});
  for (ProxySwitch& entry : proxy_switches(line))
    if (!entry.exits) syntax.add({std::move(entry.option)});
}

Result<CommandLine> parse_command_line(std::span<const std::string> arguments) {
  CommandLine line;
  if (!arguments.empty() && is_help_word(arguments.front())) {
    line.action = CommandLine::Action::help;
    return line;
  }
  Syntax syntax;
  add_configuration(syntax, line);
  for (ProxySwitch& entry : proxy_switches(line))
    if (entry.exits) syntax.add({std::move(entry.option)});
  if (!arguments.empty() && arguments.front() == "check-config") {
    line.action = CommandLine::Action::check_config;
    arguments = arguments.subspan(1);
  }
  if (const Result<void> parsed = syntax.parse(arguments); !parsed) return parsed.error();
  if (line.no_engine && line.action != CommandLine::Action::check_config)
    return Error{"--no-engine needs --check-config"};
  if (line.no_ini) line.config_file.reset();
  return line;
}

}  // namespace polyglot::config
