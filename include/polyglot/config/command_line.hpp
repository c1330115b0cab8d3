// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/config/render.hpp>
#include <polyglot/config/syntax.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// One option set on the command line.
struct Assignment {
  enum class Target : std::uint8_t { polyglot, engine };

  Target target = Target::polyglot;
  std::string name;
  std::string value;
};

/// What the user has requested: `polyglot [configfile] [options]`.
struct CommandLine {
  enum class Action : std::uint8_t { run, help, help_options, version, check_config, print_options };

  Action action = Action::run;
  DocumentFormat document = DocumentFormat::ini;  ///< the format for print_options
  std::optional<std::string> config_file;         ///< as the user named it; nothing with --noini
  bool no_ini = false;
  bool no_engine = false;               ///< true: check_config does not start the engine
  std::vector<Assignment> assignments;  ///< in the order of the command line
  std::vector<std::string> warnings;    ///< about -pg and -uci arguments that are not `name=value`
};

/// Adds the proxy's options to a tool's syntax, with the configuration file as a plain word. Parsing stores
/// them in `line`, which must outlive the syntax.
void add_configuration(Syntax& syntax, CommandLine& line);

/// Reads the arguments, without the program's name. Error: wrong usage, as one line for stderr; then exit
/// with 2.
[[nodiscard]] Result<CommandLine> parse_command_line(std::span<const std::string> arguments);

}  // namespace polyglot::config
