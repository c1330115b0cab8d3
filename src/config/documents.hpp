// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/config/syntax.hpp>

namespace polyglot::config {

/// An option of the proxy's command line. One table feeds the parser, --help and the man page.
struct ProxySwitch {
  std::string_view name;      ///< as in Switch
  std::string_view argument;  ///< placeholder; empty if it takes none
  std::string_view option;    ///< the option of Polyglot it sets; empty if it does something else
  std::string_view doc;       ///< a phrase without a period, as in Switch
  bool exits = false;         ///< it requests another action instead of running
};

inline constexpr std::array kSwitches{
    ProxySwitch{"noini", "", "",
                "do not read a configuration file; read the engine's own file in SettingsDir if it exists"},
    ProxySwitch{"ec", "COMMAND", "EngineCommand", "the engine: program and arguments"},
    ProxySwitch{"ed", "FOLDER", "EngineDir", "working directory of the engine"},
    ProxySwitch{"en", "NAME", "EngineName", "name of the engine"},
    ProxySwitch{"log", "BOOL", "Log", "write a log file: true or false"},
    ProxySwitch{"lf", "FILE", "LogFile", "name of the log file"},
    ProxySwitch{"wb", "BOOL", "OnlyWbOptions",
                "show XBoard GUIs only the commonly used options: true or false"},
    ProxySwitch{"pg", "\"NAME=VALUE\"", "", "set an option of Polyglot; may be repeated"},
    ProxySwitch{"uci", "\"NAME=VALUE\"", "", "set an option of the engine; may be repeated"},
    ProxySwitch{"check-config", "", "",
                "check the configuration, report its errors, and exit with 1 if there are any", true},
    ProxySwitch{"no-engine", "", "",
                "with --check-config: do not start the engine; for a configuration that you do not trust",
                true},
    ProxySwitch{"print-options", "FORMAT", "",
                "print the documentation of all options as ini, markdown or man, and exit", true},
    ProxySwitch{"help,h", "", "", "list the tools and exit; also -help, help and /?", true},
    ProxySwitch{"help-options", "", "",
                "print all options of the command line and the configuration, and exit", true},
    ProxySwitch{"version,V", "", "", "print the version and exit", true},
};

/// A chapter of the generated documentation.
struct TopicText {
  Topic topic;
  std::string_view title;
  std::string_view intro;  ///< empty if the title is enough
};

inline constexpr std::array kTopics{
    TopicText{Topic::engine, "The engine", ""},
    TopicText{Topic::book, "The opening book", ""},
    TopicText{Topic::log, "The log file", ""},
    TopicText{Topic::settings, "Settings of each engine", ""},
    TopicText{Topic::xboard, "XBoard GUIs only",
              "These options have no effect with a UCI GUI, which decides these matters itself."},
};

/// The options of kSwitches, for documentation only: they have no actions.
[[nodiscard]] std::vector<Switch> proxy_switches();

/// `--out FILE`.
[[nodiscard]] std::string long_form(const Switch& option);
/// The description of an option with its default.
[[nodiscard]] std::string doc_of(const Switch& option);

/// `head`, then `text` wrapped into the column that begins at `indent`.
[[nodiscard]] std::string hanging(const std::string& head, std::string_view text, std::size_t indent);

/// The values an option takes: "0 to 256", "true, false", "text" …
[[nodiscard]] std::string range_text(const ValueSpec& value);

}  // namespace polyglot::config
