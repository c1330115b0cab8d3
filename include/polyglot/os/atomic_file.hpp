// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

class TemporaryName;

/// A file that appears under its name complete or not at all. Where the file system can, it has no name while
/// it is written, so that nothing is left even of a process that was killed; elsewhere (NFS, exFAT, FUSE) one
/// of its own beside the other, which is removed when SIGINT, SIGTERM or SIGHUP ends the program. What a
/// process killed otherwise leaves there is in nobody's way.
/// A file that is replaced leaves its permissions to the new one, and its owner if the system lets it.
///
/// "-" is standard output. It and a character device such as /dev/null are not replaced: bytes go there as
/// they are written, and so they may get only a part of what was meant.
class AtomicFile {
 public:
  /// Starts a file in the folder of `path`. A link is followed, unless it is another user's in a folder where
  /// all may make files, but only remove their own (as /tmp). Error: such a link, the folder cannot be
  /// written to, or there is a file of this name that is write-protected; standard output is a terminal.
  [[nodiscard]] static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  /// Removes what was written, unless it was committed.
  ~AtomicFile();

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  /// Flushes to the disk, which takes its time: commit() is a matter of moments then.
  [[nodiscard]] Result<void> flush();
  /// Flushes what is not yet and takes the name `path`. Call it last.
  [[nodiscard]] Result<void> commit();

 private:
  AtomicFile(Descriptor file, std::unique_ptr<TemporaryName> name, std::string target) noexcept;

  friend Result<void> copy_file(const std::string& from, const std::string& to);
  [[nodiscard]] static Result<AtomicFile> to_standard_output();
  [[nodiscard]] static Result<AtomicFile> to_device(const std::string& path);
  [[nodiscard]] Result<void> take_name();

  Descriptor file_;
  std::unique_ptr<TemporaryName> name_;  ///< until it is committed; null while it has none
  std::string target_;
  bool is_stream_ = false;  ///< standard output or a device, which has no name to take
  bool flushed_ = false;
};

/// Error: there is something of this name that cannot be written, a folder or a device of blocks: character
/// devices take bytes as they come, files are replaced.
[[nodiscard]] Result<void> check_kind_of_output(const std::string& path);

/// Copies a file as an AtomicFile is written, with its permissions, and its owner if the system lets it.
/// Error: that of File::open() or of AtomicFile.
[[nodiscard]] Result<void> copy_file(const std::string& from, const std::string& to);

}  // namespace polyglot::os
