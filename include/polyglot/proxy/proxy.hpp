// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/configuration.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/session.hpp>

/// The thin shell around the session: it reads lines, gives them to the session, and carries out the effects.
namespace polyglot::proxy {

/// All that a proxy needs before it starts.
struct Setup {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;
  std::vector<config::BookSection> books;  ///< the books beside BookFile, in the order in which they are
                                           ///< asked
  std::string ini_path{};                  ///< the configuration file, as the user named it; empty: none
  std::filesystem::path ini_folder;        ///< relative file names are searched here first
  std::vector<std::string> warnings;       ///< about the configuration, for log and GUI
  /// Returns the settings for an engine of this name; null if no setting depends on the name.
  std::function<session::EngineProfile(std::string_view engine_name)> load_profile;
  session::SettingsPath settings_path;
  /// Writes settings to the file of `settings_path`.
  std::function<Result<void>(const session::Save& settings, std::string_view engine_name)> write_settings;

  /// The part of it that a session needs. `seed`: for its random choices.
  [[nodiscard]] session::Setup for_session(std::uint64_t seed, session::Sources sources) const;
};

/// Makes a Setup of a configuration and its command line, both of which must outlive it.
[[nodiscard]] Setup make_setup(config::Configuration& configuration, const config::CommandLine& command_line);
/// A Setup for searches whose answers are the engine's own: without last resort and MoveOverhead. `restart`:
/// the value of EngineRestart. The warnings about the engine's own file are only in the configuration.
[[nodiscard]] Setup make_search_setup(config::Configuration& configuration,
                                      const config::CommandLine& command_line, std::string_view restart);

/// Reads a file of variants. Returns the built-in variants with the file's additions and changes. Error: what
/// is wrong in the file, with its line.
[[nodiscard]] Result<variants::Catalogue> read_variants(const std::string& path);
/// Reads the file that VariantsFile names; null if it names none.
[[nodiscard]] Result<std::shared_ptr<const variants::Catalogue>> known_variants(
    const config::Options& options, const std::filesystem::path& ini_folder);

/// Runs one session between stdin/stdout and the engine that the options name, until the GUI or the engine
/// has gone. Returns the exit code: 0, or 1 if the engine could not be started or failed.
/// Call from the main thread, once in a process.
[[nodiscard]] int run(Setup setup);

/// Called if no session can run: reports why to stderr and, unless a person types in a terminal, to the GUI
/// in the protocol of its first line.
void report_failure(const std::string& message);

/// `--check-config`: reports what a session would run, the books with their numbers of positions, and the
/// configured options that the engine lacks. Starts the engine for its handshake and ends it. Returns the
/// exit code: 0 if a session would work with this configuration, otherwise 1; 1 also if standard output
/// cannot be written.
[[nodiscard]] int check_config(config::Configuration configuration, const config::CommandLine& command_line);

}  // namespace polyglot::proxy
