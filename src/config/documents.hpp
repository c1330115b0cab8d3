// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>

namespace polyglot::config {

/// An option of the proxy's command line. One table feeds the parser, --help and the man page.
struct ProxySwitch {
  std::string_view name;      ///< without dashes
  std::string_view dashes;    ///< as documented; the parser accepts one or two
  std::string_view argument;  ///< placeholder; empty if it takes none
  std::string_view option;    ///< the option of Polyglot it sets; empty if it does something else
  std::string_view doc;
  bool exits = false;  ///< it says what to do instead of running
};

inline constexpr std::array kSwitches{
    ProxySwitch{
        "noini", "-", "", "",
        "Read no configuration file; read the engine's own file in SettingsDir instead, if there is one."},
    ProxySwitch{"ec", "-", "COMMAND", "EngineCommand", "The engine: program and arguments."},
    ProxySwitch{"ed", "-", "DIR", "EngineDir", "Folder in which the engine is started."},
    ProxySwitch{"en", "-", "NAME", "EngineName", "Name of the engine."},
    ProxySwitch{"log", "-", "BOOL", "Log", "Write a log file or not: true or false."},
    ProxySwitch{"lf", "-", "FILE", "LogFile", "Name of the log file."},
    ProxySwitch{"wb", "-", "BOOL", "OnlyWbOptions", "XBoard GUIs only: show the commonly used options only."},
    ProxySwitch{"pg", "-", "\"NAME=VALUE\"", "", "Set an option of Polyglot; may be repeated."},
    ProxySwitch{"uci", "-", "\"NAME=VALUE\"", "", "Set an option of the engine; may be repeated."},
    ProxySwitch{"check-config", "--", "", "", "Check the configuration, say what is wrong with it, and exit.",
                true},
    ProxySwitch{"print-options", "--", "FORMAT", "",
                "Print the documentation of all options as ini, markdown or man, and exit.", true},
    ProxySwitch{"help", "--", "", "", "Print this help and exit; also -h, -help, help and /?.", true},
    ProxySwitch{"version", "--", "", "", "Print the version and exit.", true},
};

/// A chapter of the generated documentation.
struct TopicText {
  Topic topic;
  std::string_view title;
  std::string_view intro;  ///< empty if the title says it all
};

inline constexpr std::array kTopics{
    TopicText{Topic::engine, "The engine", ""},
    TopicText{Topic::book, "The opening book", ""},
    TopicText{Topic::log, "The log file", ""},
    TopicText{Topic::settings, "Settings of each engine", ""},
    TopicText{Topic::xboard, "XBoard GUIs only",
              "They have no effect with a GUI that speaks UCI, which decides these matters itself."},
};

/// The values an option takes: "0 to 256", "true, false", "text" …
[[nodiscard]] std::string range_text(const ValueSpec& value);

}  // namespace polyglot::config
