// SPDX-License-Identifier: MIT
#include "tools/backup.hpp"
#include <filesystem>
#include <system_error>

#include <polyglot/os/atomic_file.hpp>

namespace polyglot::tools {

Result<void> back_up(const std::string& book, std::string& notes) {
  std::error_code error;
  if (!std::filesystem::exists(book, error)) return {};
  const std::string old = book + "~";
  notes = "; the old file is " + old;
  return os::copy_file(book, old);
}

}  // namespace polyglot::tools
