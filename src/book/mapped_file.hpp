#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::book {

/// A regular file, memory-mapped for reading at any offset: nothing is loaded, and processes that use the
/// same file share it, what is written to it included.
///
/// A mapping of a file that somebody cuts short ends in SIGBUS, so the size is looked at before each read;
/// that is one cheap system call. A file replaced by rename stays the one that was opened.
class MappedFile {
 public:
  enum class Access : std::uint8_t { read, read_write };

  [[nodiscard]] static Result<MappedFile> open(const std::string& path, Access access = Access::read);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Bytes, when it was opened.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Fills `out` from `offset` on; offset + out.size() <= size(). Error: the file has another size by now.
  [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;
  /// The same past the mapping, for walks over a whole file: the system reads ahead, and no pages stay.
  [[nodiscard]] Result<void> read_ahead(std::uint64_t offset, std::span<std::byte> out) const;
  /// Replaces bytes of a file opened for writing; offset + bytes.size() <= size().
  [[nodiscard]] Result<void> write(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Of the open file, for a lock.
  [[nodiscard]] int descriptor() const noexcept { return file_.get(); }
  /// Gives back the memory of pages that have been read, after a walk over the whole file.
  void release_pages() const noexcept;

 private:
  MappedFile(std::string path, os::Descriptor file, std::uint64_t size, void* mapping) noexcept
      : path_(std::move(path)), file_(std::move(file)), size_(size), mapping_(mapping) {}

  [[nodiscard]] Result<void> check_size() const;

  std::string path_;
  os::Descriptor file_;
  std::uint64_t size_;
  void* mapping_;  ///< null if the file is empty
};

/// The place of a byte, for an Error: "path: offset N".
[[nodiscard]] std::string at_offset(const std::string& path, std::uint64_t offset);

}  // namespace polyglot::book
