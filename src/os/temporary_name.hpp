// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polyglot::os {

/// A name for a file that is still to get its real one, which is short so that it fits beside a name of the
/// greatest length, and which nobody else has: other processes, other machines that share the folder, runs
/// that were killed.
///
/// As long as it lives, a signal that ends the program (see Interruption) removes the file first.
class TemporaryName {
 public:
  explicit TemporaryName(const std::string& folder);
  ~TemporaryName();
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Removes the files of all these names. A signal handler may call it.
  static void remove_all() noexcept;

 private:
  std::string path_;
  TemporaryName* next_ = nullptr;  ///< in a list of all
};

}  // namespace polyglot::os
