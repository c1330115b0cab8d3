#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// A file that appears under its name complete or not at all. Where the file system can, it has no name while
/// it is written, so that nothing is left even of a process that was killed. A file that is replaced leaves
/// its permissions to the new one, and its owner if the system lets it.
class AtomicFile {
 public:
  /// Starts a file in the folder of `path`; links are followed. Error: the folder cannot be written to, or
  /// there is a file of this name that is write-protected.
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  /// Removes what was written, unless it was committed.
  ~AtomicFile();

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  /// Flushes to the disk and takes the name `path`. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  AtomicFile(Descriptor file, std::string temporary, std::string target) noexcept
      : file_(std::move(file)), temporary_(std::move(temporary)), target_(std::move(target)) {}

  [[nodiscard]] Result<void> take_name();

  Descriptor file_;
  std::string temporary_;  ///< its name until it is committed; empty while it has none
  std::string target_;
};

}  // namespace polyglot::os
