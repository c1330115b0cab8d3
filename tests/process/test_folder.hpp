// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"

namespace polyglot::process::testing {

/// A folder of a test, which is removed with this object, and files in it.
class TemporaryFolder : public test::TemporaryFolder {
 public:
  [[nodiscard]] const std::string& string() const noexcept { return path(); }

  std::string write(const std::string& name, const std::string& content, bool executable = false) const {
    const std::string path = *this / name;
    std::ofstream(path, std::ios::binary) << content;
    if (executable) std::filesystem::permissions(path, std::filesystem::perms(0755));
    return path;
  }
};

}  // namespace polyglot::process::testing
