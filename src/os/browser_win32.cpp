// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstdint>
#include <filesystem>
#include <shellapi.h>
#include <system_error>

#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/text_win32.hpp>

#include "os/browser_start.hpp"

namespace polyglot::os {

/// Each user has a folder of temporary files that other users cannot open.
Result<std::string> make_page_folder() {
  std::error_code missing;
  return make_private_folder(std::filesystem::temp_directory_path(missing).string());
}

Result<void> start_browser(const std::string& page) {
  constexpr std::intptr_t kMostFailures = 32;  // more than that is success, says the manual of ShellExecute
  const HINSTANCE started =
      ::ShellExecuteW(nullptr, L"open", to_utf16(page).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  if (reinterpret_cast<std::intptr_t>(started) > kMostFailures) return {};
  return system_error("cannot be opened in a browser", last_error(), page);
}

}  // namespace polyglot::os
