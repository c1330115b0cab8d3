// SPDX-License-Identifier: MIT
#include <string>

#include <fmt/format.h>

#include <polyglot/os/expansion.hpp>
#include <polyglot/proxy/engine_client.hpp>

namespace polyglot::proxy {
namespace {

namespace fs = std::filesystem;
using config::OptionId;

/// Returns the folder of EngineDir. Empty: the working directory.
Result<std::string> engine_folder(const config::Options& options, const fs::path& ini_folder) {
  const std::string& name = options.text(OptionId::engine_dir);
  if (name.empty() || name == ".") return {boost::system::in_place_value, std::string()};
  const auto found = os::find_file(name, ini_folder);
  if (!found) return Error{"EngineDir: " + found.error().what, found.error().where};
  return {boost::system::in_place_value, found->string()};
}

/// Makes the relative path of a program absolute if the file exists. Otherwise the launch fails later and
/// reports the paths that it tried.
std::string locate(const std::string& program, const fs::path& engine_dir, const fs::path& ini_folder) {
  const fs::path path = program;
  if (!path.has_parent_path() || path.is_absolute()) return program;
  std::error_code ignored;
  for (const fs::path& folder : {engine_dir, ini_folder}) {
    if (folder.empty()) continue;
    if (const fs::path candidate = folder / program; fs::exists(candidate, ignored)) {
      return fs::absolute(candidate, ignored).string();
    }
  }
  return program;
}

}  // namespace

Result<process::EngineLaunch> make_engine_launch(const config::Options& options, const fs::path& ini_folder) {
  const std::string& command = options.text(OptionId::engine_command);
  if (command.empty()) {
    return Error{"EngineCommand is not set: name the engine in the ini file or with --ec COMMAND"};
  }
  auto words = os::split_command_line(command);
  if (!words) return Error{fmt::format("EngineCommand \"{}\": {}", command, words.error().to_string())};

  process::EngineLaunch launch;
  launch.argv = std::move(*words);
  const auto is_remote = process::EngineConnection::is_remote(launch);
  if (!is_remote) return is_remote.error();
  const auto folder = engine_folder(options, ini_folder);
  if (!folder && !*is_remote) return folder.error();
  launch.working_directory = folder ? *folder : options.text(OptionId::engine_dir);
  launch.argv.front() = locate(launch.argv.front(), launch.working_directory, ini_folder);
  launch.nice = niceness(options);
  launch.affinity = options.mask(OptionId::affinity);
  return launch;
}

std::optional<int> niceness(const config::Options& options) {
  if (!options.check(OptionId::use_nice)) return std::nullopt;
  return static_cast<int>(options.spin(OptionId::nice_value));
}

}  // namespace polyglot::proxy
