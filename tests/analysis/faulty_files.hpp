// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

namespace polyglot::analysis::test {

/// While it lives, SQLite's calls to the system fail when a test wants. Only one object may live at a time.
/// Source: https://www.sqlite.org/vfs.html
class FaultyFiles {
 public:
  enum class Call : std::uint8_t { open, read, write, sync, truncate, share_memory };

  /// `fault` returns an error of SQLite, such as SQLITE_FULL, or SQLITE_OK.
  explicit FaultyFiles(std::function<int(Call)> fault);
  ~FaultyFiles();
  FaultyFiles(const FaultyFiles&) = delete;
  FaultyFiles& operator=(const FaultyFiles&) = delete;
};

}  // namespace polyglot::analysis::test
