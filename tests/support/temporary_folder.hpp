// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>

namespace polyglot::test {

/// A folder that is removed with this object. No other test uses it, not even one of another checkout.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const std::string name = "polyglot-" + std::to_string(std::random_device{}());
    path_ = (std::filesystem::temp_directory_path() / name).string();
    if (!std::filesystem::create_directory(path_)) throw std::runtime_error("no temporary folder");
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// A file in it.
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace polyglot::test
