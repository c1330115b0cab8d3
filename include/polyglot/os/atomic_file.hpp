// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// A file that appears under its name complete or not at all. Where the file system allows it, the file has
/// no name while it is written, so that even a killed process leaves nothing behind. Elsewhere (NFS, exFAT,
/// FUSE) it has a temporary name in the same folder, which remains if the program is killed. A file that
/// replaces another one gets its permissions, and its owner if the system allows that. Not thread-safe.
///
/// On Windows the file always has a temporary name, which the system removes if the program ends before
/// commit(). The new file gets the permissions of its folder, and replaces a link.
///
/// "-" is standard output. Standard output and character devices such as /dev/null are not replaced: they get
/// the bytes at once. After a failure they may have only a part of the output.
class AtomicFile {
 public:
  /// Begins a file in the folder of `path`. A symbolic link to a file is followed if the system allows that,
  /// and one without a target is replaced. Error: a folder that cannot be written to; a write-protected file
  /// of this name; standard output that is a terminal.
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  /// Removes what was written, unless commit() has succeeded.
  ~AtomicFile();

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  /// Flushes the bytes to the disk, which may take long. Then commit() is quick.
  [[nodiscard]] Result<void> flush();
  /// Returns the stamp that the file will have after commit(). Call it after flush().
  [[nodiscard]] Result<FileStamp> stamp() const;
  /// Flushes the rest and gives the file its name `path`. Call this last. Error: the system's reason.
  [[nodiscard]] Result<void> commit();

 private:
  AtomicFile(Descriptor file, std::string temporary, std::string target) noexcept;

  friend Result<void> copy_file(const std::string& from, const std::string& to);
  [[nodiscard]] static Result<AtomicFile> to_stream(Descriptor stream, const std::string& name);
  [[nodiscard]] static Result<AtomicFile> to_file(const std::string& path);
  [[nodiscard]] Result<void> take_name();

  Descriptor file_;
  std::string temporary_;  ///< the file's name until commit(); empty while it has none
  std::string target_;
  bool is_stream_ = false;  ///< true: standard output or a device, which has no name to take
  bool flushed_ = false;
};

/// Checks whether an AtomicFile may have this path. Error: it is a folder, pipe, socket or block device.
[[nodiscard]] Result<void> check_kind_of_output(const std::string& path);

/// Copies a file with an AtomicFile. The copy gets the permissions, and the owner if the system allows that.
/// Error: as File::open() and AtomicFile.
[[nodiscard]] Result<void> copy_file(const std::string& from, const std::string& to);

}  // namespace polyglot::os
