// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <system_error>

namespace polyglot::test {

/// Makes a symbolic link. False if the system has none: then a test is skipped.
[[nodiscard]] inline bool make_symbolic_link(const std::filesystem::path& target,
                                             const std::filesystem::path& link) {
  std::error_code refused;
  std::filesystem::create_symlink(target, link, refused);
  return !refused;
}

}  // namespace polyglot::test
