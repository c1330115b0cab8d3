// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>

#include <polyglot/os/shared_files.hpp>

namespace polyglot::os {

std::vector<std::string> shared_file_places(std::string_view name) {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  const auto place = [&](const char* folder) {
    return (program.parent_path() / folder / name).lexically_normal().string();
  };
  // A program that is not installed runs in build/PRESET, two folders below the sources.
  return {place(POLYGLOT_SHARE_FOLDER), place("../../config")};
}

std::string packaged_file_place(std::string_view name) {
  return std::string("/usr/share/").append(name);
}

}  // namespace polyglot::os
