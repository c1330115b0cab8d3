// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <polyglot/config/syntax.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The documents with descriptions of all options. The program has a copy of each, in which these functions
/// renew the descriptions from the option registry. All other text is written in the files themselves.
[[nodiscard]] std::string render_ini_example();  ///< polyglot.ini.example
[[nodiscard]] std::string render_markdown();     ///< docs/options.md
[[nodiscard]] std::string render_man_page();     ///< docs/polyglot.6

/// One of these functions.
using Document = std::string (*)();

/// Finds a document by its name for --print-options: ini, markdown, man. Returns null for any other name.
[[nodiscard]] Document find_document(std::string_view name) noexcept;

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
  Document document = nullptr;             ///< for print_options
  std::optional<std::string> config_file;  ///< as the user named it; nothing with --noini
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

/// Returns the text that --help-options prints: usage, the options of the command line and those of the
/// configuration file.
[[nodiscard]] std::string help_text();

}  // namespace polyglot::config
