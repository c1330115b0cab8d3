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

/// The thin shell around the session: it reads, hands over, and carries out.
namespace polyglot::proxy {

/// All that a proxy is told before it starts.
struct Setup {
  config::Options options;
  std::vector<config::EngineSetting> engine_settings;
  std::vector<config::BookSection> books;  ///< beside that of BookFile, in the order in which they are asked
  std::string ini_path{};                  ///< the configuration file, as named; empty: none
  std::filesystem::path ini_folder;        ///< relative file names are looked for here first
  std::vector<std::string> warnings;       ///< about the configuration, for log and GUI
  /// Settings for an engine of this name; null if nothing depends on it.
  std::function<session::EngineProfile(std::string_view engine_name)> load_profile;
  session::SettingsPath settings_path;
  /// Writes settings to that file.
  std::function<Result<void>(const session::Save& settings, std::string_view engine_name)> write_settings;

  /// What a session is told of it. `seed`: of its random choices. `lines`: for BookPairs; null: none.
  [[nodiscard]] session::Setup for_session(std::uint64_t seed, book::LineSource lines) const;
};

/// All of that by a configuration and its command line, both of which must outlive it.
[[nodiscard]] Setup make_setup(config::Configuration& configuration, const config::CommandLine& command_line);

/// The variants that are known with a file of them: the built-in ones, and what the file adds or changes.
/// Error: what is wrong with it, with its line.
[[nodiscard]] Result<variants::Catalogue> read_variants(const std::string& path);
/// The same with the file that VariantsFile names; null if it names none.
[[nodiscard]] Result<std::shared_ptr<const variants::Catalogue>> known_variants(
    const config::Options& options, const std::filesystem::path& ini_folder);

/// Runs one session between stdin/stdout and the engine that the options name, until the GUI or the engine
/// has gone. Returns the exit code: 0, or 1 if the engine could not be started or failed.
/// Call from the main thread, once in a process.
[[nodiscard]] int run(Setup setup);

/// There is no session to run: tells the GUI why, in the protocol of its first line, and stderr.
void report_failure(const std::string& message);

/// `--check-config`: says what would be run, which book with how many positions it would play from, and
/// which of the configured options the engine has not. Starts the engine for its handshake and ends it.
/// Returns the exit code: 0 if a session would work with this, else 1; 1 as well if standard output cannot be
/// written.
[[nodiscard]] int check_config(config::Configuration configuration, const config::CommandLine& command_line);

}  // namespace polyglot::proxy
