// SPDX-License-Identifier: MIT
#pragma once

#include <system_error>

#include <polyglot/config/book_section.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The engine's options, in the order in which their names first appeared. The last value of a name counts.
using EngineSettings = NamedRows<EngineSetting>;

/// All settings: the defaults, then the configuration file, then the command line. The last one counts.
struct Configuration {
  Options options;
  EngineSettings engine;
  BookSections books;
  std::string ini_path;               ///< the configuration file, as the user named it; empty with --noini
  std::string ini_folder;             ///< its folder; empty with --noini
  bool wants_engine_ini = false;      ///< true: call load_engine_ini() when the engine's name is known
  std::vector<std::string> warnings;  ///< one line each: unknown names, wrong values, ignored sections
  std::vector<std::string> hints;     ///< one line each, for --check-config: values that may be cut off
  std::vector<std::string> errors;    ///< one line each: reasons why Polyglot cannot start
};

/// Reads a whole file of at most 4 MiB into `text`. This module reads files only by it, so tests can replace
/// it.
using FileReader = std::function<std::error_code(const std::string& path, std::string& text)>;
[[nodiscard]] std::error_code read_file(const std::string& path, std::string& text);

/// Reads the configuration file and the command line, and collects all problems, for --check-config. The file
/// is the one named on the command line, otherwise polyglot.ini in the working directory. Of each file it
/// keeps the first 100 warnings and the first 100 errors, and counts the others.
[[nodiscard]] Configuration examine(const CommandLine& command_line, const FileReader& reader = read_file);

/// Reads the same as examine(). Error: the first of Configuration::errors, and the number of the others.
[[nodiscard]] Result<Configuration> load(const CommandLine& command_line,
                                         const FileReader& reader = read_file);

/// Returns the first of several messages, with the number of the others.
[[nodiscard]] std::string first_of(const std::vector<std::string>& messages);

/// Returns the path of the engine's own file, `SettingsDir/<name>.ini`. The name is EngineName if set,
/// otherwise `id_name`, the name that the engine has reported. Blanks in it become underscores, and the path
/// cannot leave the folder.
[[nodiscard]] std::string engine_ini_path(const Options& options, std::string_view id_name);

/// Returns the path of the file that Save writes: SettingsFile if set, otherwise the configuration file, or
/// the engine's own file if that is in use (`wants_engine_ini`).
[[nodiscard]] std::string settings_path(const Configuration& configuration, std::string_view id_name);

/// Loads the engine's own file. Its values replace all others, except those of the command line. Returns the
/// warnings about that file, and adds them to `configuration.warnings`. A missing file is not an error. A
/// file that cannot be read or has syntax errors is a warning; its correct lines count.
std::vector<std::string> load_engine_ini(Configuration& configuration, const CommandLine& command_line,
                                         std::string_view id_name, const FileReader& reader = read_file);

/// The value of an engine's option, to be saved. Buttons have no value and are left out.
struct EngineValue {
  std::string name;
  std::string value;        ///< in force
  bool is_default = false;  ///< it is the default that the engine declared
};

/// Returns true if an engine's option of this name is saved. Options that begin with `UCI_` describe a game
/// or an opponent. They are not saved, except UCI_LimitStrength and UCI_Elo.
[[nodiscard]] bool is_saved_engine_option(std::string_view name) noexcept;

/// Returns the configuration file `old_text` with the new values.
///
/// A line whose value has changed gets the new value. The line of an option that has its default again is
/// removed, but its comment stays. An option that differs from its default and has no line is added at the
/// end of its section, [PolyGlot] or [Engine]. Everything else stays: comments, order, blank lines, unknown
/// names, options that this engine lacks, other sections, and lines that have the same value in other words
/// (`Book = yes`). SettingsFile is not saved, because it says where to save.
[[nodiscard]] std::string saved_ini(std::string_view old_text, const Options& options,
                                    std::span<const EngineValue> engine);

/// Saves the values in the configuration file at `path` as saved_ini() does, or writes a new file. A new file
/// always has the engine's command and folder. Missing folders are created. The file is replaced in one step,
/// so that a failure leaves the old file; links are followed. Error: the path and what failed.
[[nodiscard]] Result<void> save_settings(const std::string& path, const Options& options,
                                         std::span<const EngineValue> engine);

}  // namespace polyglot::config
