// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/faults.hpp>

#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::os {

/// A file with the text "old", alone in a folder.
class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() { std::ofstream(path_) << "old"; }

  [[nodiscard]] std::string content() const { return test::read_text(path_); }
  /// Replaces it with the text "new".
  [[nodiscard]] Result<void> replace() const {
    auto file = AtomicFile::create(path_);
    if (!file) return file.error();
    if (auto written = file->write(std::as_bytes(std::span("new", 3))); !written) return written;
    return file->commit();
  }
  [[nodiscard]] std::vector<std::string> other_files() const {
    std::vector<std::string> names = folder_.names();
    std::erase(names, std::filesystem::path(path_).filename().string());
    return names;
  }

  test::TemporaryFolder folder_;
  std::string path_ = folder_ / "file";
};

/// Behaves like NFS, exFAT and FUSE, which have no files without a name.
inline Fault without_nameless_files(Call call) {
  return {.error = call == Call::open_nameless ? EOPNOTSUPP : 0};
}

}  // namespace polyglot::os
