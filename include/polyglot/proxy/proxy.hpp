// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/configuration.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/session.hpp>

/// The shell around the session: it reads lines, gives them to the session, and carries out the effects.
namespace polyglot::proxy {

struct ProxySetup {
  session::SessionSetup session;      ///< without its random numbers
  std::filesystem::path ini_folder;   ///< relative file names are searched here first
  std::vector<std::string> warnings;  ///< about the configuration, for log and GUI
  /// Returns the settings for an engine of this name; null if no setting depends on the name.
  std::function<session::EngineProfile(std::string_view engine_name)> load_profile;
  /// Writes settings to the file of `session.settings_path`.
  std::function<Result<void>(const session::Save& settings, std::string_view engine_name)> write_settings;
};

/// Makes a ProxySetup from a configuration and its command line, both of which must outlive it.
[[nodiscard]] ProxySetup make_setup(config::Configuration& configuration,
                                    const config::CommandLine& command_line);
/// Makes a ProxySetup for searches, whose answers must be the engine's own. `restart` is the value of
/// EngineRestart. EngineHangTimeout is a minute unless it is set. Warnings about the engine's own file go
/// only to the configuration.
[[nodiscard]] ProxySetup make_search_setup(config::Configuration& configuration,
                                           const config::CommandLine& command_line, std::string_view restart);

/// Reads a file of variants. Returns the built-in variants with the additions and changes of the file. Error:
/// what is wrong in the file, with its line.
[[nodiscard]] Result<variants::Catalogue> read_variants(const std::string& path);
/// Reads the file that VariantsFile names; returns null if it names none. Error: as read_variants().
[[nodiscard]] Result<std::shared_ptr<const variants::Catalogue>> known_variants(
    const config::Options& options, const std::filesystem::path& ini_folder);

/// Runs one session between stdin/stdout and the engine that the options name, until one of them has gone.
/// Returns the exit code: 0, or 1 if the engine could not be started or failed.
/// Call from the main thread, once in a process.
[[nodiscard]] int run(ProxySetup setup);

/// Call this if no session can run. Reports the reason to stderr, and to the GUI in the protocol of its first
/// line, unless a person types in a terminal.
void report_failure(const std::string& message);

/// Carries out `--check-config`: reports what a session would run, its books with their numbers of positions,
/// and configured options that the engine lacks. Starts the engine for its handshake and ends it. Returns the
/// exit code: 0 if a session would work with this configuration and standard output could be written,
/// otherwise 1.
[[nodiscard]] int check_config(config::Configuration configuration, const config::CommandLine& command_line);

}  // namespace polyglot::proxy
