// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>

#include <polyglot/os/user_files.hpp>

namespace polyglot::os {

namespace fs = std::filesystem;

std::string state_file(std::string_view name, const Environment& environment) {
  const fs::path state = environment("XDG_STATE_HOME").value_or("");
  if (state.is_absolute()) return (state / "polyglot" / name).string();
  const fs::path home = environment("HOME").value_or("");
  return home.is_absolute() ? (home / ".local/state/polyglot" / name).string() : std::string();
}

bool is_private(const std::string& path) {
  std::error_code error;
  const fs::perms permissions = fs::status(path, error).permissions();
  return !error && (permissions & (fs::perms::group_all | fs::perms::others_all)) == fs::perms::none;
}

}  // namespace polyglot::os
