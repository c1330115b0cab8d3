#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <polyglot/result.hpp>

#include "book/file_descriptor.hpp"

namespace polyglot::book {

/// A regular file, read at any offset. Nothing that happens to it while open can do worse than an Error.
class RandomAccessFile {
 public:
  [[nodiscard]] static Result<RandomAccessFile> open(const std::string& path);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Bytes, when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Error: it has another size by now.
  [[nodiscard]] Result<void> check_size() const;
  /// Fills `out` from `offset` on. Error: it could not be filled.
  [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;

 private:
  RandomAccessFile(std::string path, FileDescriptor file, std::uint64_t size) noexcept
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}

  std::string path_;
  FileDescriptor file_;
  std::uint64_t size_;
};

/// The place of a byte, for an Error: "path: offset N".
[[nodiscard]] std::string at_offset(const std::string& path, std::uint64_t offset);

}  // namespace polyglot::book
