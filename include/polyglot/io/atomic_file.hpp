#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <polyglot/io/file_descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::io {

/// A file that appears under its name complete or not at all.
class AtomicFile {
 public:
  /// Starts a file beside `path`; links are followed. Error: the folder cannot be written to.
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  /// Removes what was written, unless it was committed.
  ~AtomicFile();

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  /// Flushes to the disk and takes the name `path`. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  AtomicFile(FileDescriptor file, std::string temporary, std::string target) noexcept
      : file_(std::move(file)), temporary_(std::move(temporary)), target_(std::move(target)) {}

  FileDescriptor file_;
  std::string temporary_;  ///< empty once there is nothing to remove
  std::string target_;
};

}  // namespace polyglot::io
