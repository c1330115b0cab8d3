// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

#include <polyglot/config/book_section.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The engine's options in the order in which their names first appeared; the last value of a name wins.
/// Names compare without regard to letter case.
class EngineSettings {
 public:
  void set(EngineSetting setting);

  [[nodiscard]] const EngineSetting* find(std::string_view name) const;  ///< null if it is not set
  [[nodiscard]] const std::vector<EngineSetting>& all() const noexcept { return settings_; }
  [[nodiscard]] auto begin() const noexcept { return settings_.begin(); }
  [[nodiscard]] auto end() const noexcept { return settings_.end(); }
  [[nodiscard]] std::size_t size() const noexcept { return settings_.size(); }
  [[nodiscard]] bool empty() const noexcept { return settings_.empty(); }

 private:
  std::vector<EngineSetting> settings_;
  std::unordered_map<std::string, std::size_t> places_;  ///< by name in lower case
};

/// Everything the user set: defaults, over them the configuration file, over it the command line.
struct Configuration {
  Options options;
  EngineSettings engine;
  BookSections books;
  std::string ini_path;               ///< the configuration file, as named; empty with --noini
  std::string ini_folder;             ///< its folder; empty with --noini
  bool wants_engine_ini = false;      ///< load_engine_ini is to be called when the engine's name is known
  std::vector<std::string> warnings;  ///< one line each: unknown names, wrong values, ignored sections
  std::vector<std::string> errors;    ///< one line each: why Polyglot cannot start with this
};

/// Reads a whole file into `text`, one of 4 MiB at most. The only access of this module to the file system,
/// so that tests can replace it.
using FileReader = std::function<std::error_code(const std::string& path, std::string& text)>;
[[nodiscard]] std::error_code read_file(const std::string& path, std::string& text);

/// Reads everything and collects what is wrong, for --check-config: of each file the first 100 warnings and
/// errors of a kind, and how many there are more.
/// The file is the one named on the command line, otherwise polyglot.ini in the current folder.
[[nodiscard]] Configuration examine(const CommandLine& command_line, const FileReader& reader = read_file);

/// Reads everything. Error: the first of Configuration::errors and how many there are more.
[[nodiscard]] Result<Configuration> load(const CommandLine& command_line,
                                         const FileReader& reader = read_file);

/// The first of several messages, and how many there are more.
[[nodiscard]] std::string first_of(const std::vector<std::string>& messages);

/// The engine's own file, `SettingsDir/<name>.ini`. The name is EngineName if set, otherwise `id_name`, the
/// one the engine gave itself; blanks in it become underscores, and it cannot leave the folder.
[[nodiscard]] std::string engine_ini_path(const Options& options, std::string_view id_name);

/// The file that Save writes: option SettingsFile if set, otherwise the configuration file, or the engine's
/// own one if that is in use (`wants_engine_ini`).
[[nodiscard]] std::string settings_path(const Configuration& configuration, std::string_view id_name);

/// Loads the engine's own file between the values in force and the command line's. A missing file is fine.
/// Returns the warnings of that file, which are added to `configuration.warnings` too; a file that cannot be
/// read or has syntax errors is among them, and its well-formed lines count.
std::vector<std::string> load_engine_ini(Configuration& configuration, const CommandLine& command_line,
                                         std::string_view id_name, const FileReader& reader = read_file);

}  // namespace polyglot::config
