#pragma once

#include <array>
#include <string_view>

namespace polyglot::config {

/// An option of the command line. One table feeds the parser, --help and the man page.
struct Switch {
  std::string_view name;      ///< without dashes
  std::string_view dashes;    ///< as documented; the parser accepts one or two
  std::string_view argument;  ///< placeholder; empty if it takes none
  std::string_view option;    ///< the option of Polyglot it sets; empty if it does something else
  std::string_view doc;
};

inline constexpr std::array kSwitches{
    Switch{"noini", "-", "", "",
           "Read no configuration file; read the engine's own file in SettingsDir instead, if there is one."},
    Switch{"ec", "-", "COMMAND", "EngineCommand", "The engine: program and arguments."},
    Switch{"ed", "-", "DIR", "EngineDir", "Folder in which the engine is started."},
    Switch{"en", "-", "NAME", "EngineName", "Name of the engine."},
    Switch{"log", "-", "BOOL", "Log", "Write a log file or not: true or false."},
    Switch{"lf", "-", "FILE", "LogFile", "Name of the log file."},
    Switch{"wb", "-", "BOOL", "OnlyWbOptions", "XBoard GUIs only: show the commonly used options only."},
    Switch{"pg", "-", "\"NAME=VALUE\"", "", "Set an option of Polyglot; may be repeated."},
    Switch{"uci", "-", "\"NAME=VALUE\"", "", "Set an option of the engine; may be repeated."},
    Switch{"check-config", "--", "", "", "Check the configuration, say what is wrong with it, and exit."},
    Switch{"print-options", "--", "FORMAT", "",
           "Print the documentation of all options as ini, markdown or man, and exit."},
    Switch{"help", "--", "", "", "Print this help and exit; also -h, -help, help and /?."},
    Switch{"version", "--", "", "", "Print the version and exit."},
};

}  // namespace polyglot::config
