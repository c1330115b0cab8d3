// SPDX-License-Identifier: MIT
#include <windows.h>
#include <filesystem>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/environment.hpp>
#include <polyglot/os/shared_files.hpp>

#include "os/long_path.hpp"

namespace polyglot::os {

std::vector<std::string> shared_file_places(std::string_view name) {
  constexpr DWORD kLongest = 32768;
  std::wstring program(kLongest, L'\0');
  program.resize(::GetModuleFileNameW(nullptr, program.data(), kLongest));
  if (program.empty()) return {};
  const auto place = [&](const char* folder) {
    const auto program_folder = std::filesystem::path(plain_path(program)).parent_path();
    return (program_folder / folder / name).lexically_normal().string();
  };
  // The program is in the folder where it was unpacked or installed, in bin/ of a prefix, or in build/PRESET,
  // two folders below the sources.
  return {place("share/polyglot"), place("../share/polyglot"), place("../../config")};
}

/// Windows has no folder for such files. Programs install them beside themselves.
std::string packaged_file_place(std::string_view name) {
  return own_environment()("ProgramFiles").value_or("C:\\Program Files").append("\\").append(name);
}

}  // namespace polyglot::os
