// SPDX-License-Identifier: MIT
#include <filesystem>

#include <polyglot/os/user_files.hpp>

namespace polyglot::os {

std::string state_file(std::string_view name, const Environment& environment) {
  const std::filesystem::path state = environment("LOCALAPPDATA").value_or("");
  return state.is_absolute() ? (state / "polyglot" / name).string() : std::string();
}

bool is_private(const std::string& /*path*/) {
  return true;
}

}  // namespace polyglot::os
