// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace polyglot::os {

/// The temporary name of a file that will get its real name later. It is short, so that it is allowed
/// wherever the real name is. It is unique among processes, machines that share the folder, and files that
/// killed runs have left.
///
/// While it lives, a signal that ends the program (see Interruption) removes the file first.
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
  static std::string make_path(const std::string& folder);

  std::string path_;
  TemporaryName* next_ = nullptr;  ///< the next in the list of all names
};

}  // namespace polyglot::os
