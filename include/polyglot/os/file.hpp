// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

/// What tells a file from another one and from itself before it was changed. The system's clock for changes
/// has ticks of some milliseconds: two changes within one may leave the same stamp.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;     ///< bytes
  std::int64_t modified = 0;  ///< nanoseconds since 1970

  /// Whether it is one file, changed or not.
  [[nodiscard]] bool is_same_file(const FileStamp& other) const noexcept {
    return device == other.device && inode == other.inode;
  }
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// The stamp of the file that has the name now. Error: path and the system's reason.
[[nodiscard]] Result<FileStamp> stamp_of(const std::string& path);

/// An open regular file, read and written at any offset. One that is replaced by rename stays the one that
/// was opened. Reading may be done by several threads at once.
/// Errors name the path and the system's reason.
class File {
 public:
  enum class Access : std::uint8_t { read, update };

  /// Error: it cannot be opened so, or is a folder, a device or a pipe; a pipe is not waited for.
  [[nodiscard]] static Result<File> open(const std::string& path, Access access = Access::read);
  /// A file in `folder` to be written and read that has no name and is gone when it is closed, however the
  /// program ends; its path() is the folder.
  [[nodiscard]] static Result<File> open_temporary(const std::string& folder);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Result<FileStamp> stamp() const;
  /// Bytes it has now.
  [[nodiscard]] Result<std::uint64_t> size() const;
  /// Fills `out` from `offset` on and returns how much it got: less than asked for only at the end.
  [[nodiscard]] Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const;
  /// Replaces bytes of a file opened for updating; beyond its end it grows.
  [[nodiscard]] Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// For a lock or a mapping.
  [[nodiscard]] const Descriptor& descriptor() const noexcept { return descriptor_; }

 private:
  File(std::string path, Descriptor descriptor) noexcept
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  std::string path_;
  Descriptor descriptor_;
};

/// Makes an empty file, unless there is one of this name; any number of processes may at once. True if this
/// one has made it. Error: path and the system's reason.
[[nodiscard]] Result<bool> create_if_missing(const std::string& path);

/// Who may read a file that is made, as far as the umask allows.
enum class Readers : std::uint8_t { owner, everybody };

/// Writes a file of a new name. False: the name is taken, be it by a link to nowhere, and nothing is written.
/// Error: path and the system's reason; the file is removed again if not all of it could be written.
[[nodiscard]] Result<bool> write_new_file(const std::string& path, std::string_view bytes,
                                          Readers readers = Readers::everybody);

/// Makes a folder of a new name in `parent` that only its user may look into (mode 0700), and returns its
/// path. Error: `parent` and the system's reason.
[[nodiscard]] Result<std::string> make_private_folder(const std::string& parent);

/// Adds bytes at the end of a file, which is made if there is none, in one call of the system: those of
/// several processes do not mix. Error: path and reason. A part that was written then, on a full disk, is
/// taken back, unless others have added to it.
[[nodiscard]] Result<void> append_to_file(const std::string& path, std::string_view bytes);

/// Opens a file for updating and locks it: as long as it is open, no other program changes or replaces it
/// that asks for the lock, too. To be held for moments, others wait; the system gives it up if the process
/// dies. That it still has the name is made sure of under the lock: where another program has replaced it
/// meanwhile, the new one is taken.
///
/// Nothing: another program holds the lock. Error: what File::open() says, or the system's reason, as that
/// the file system has no locks.
[[nodiscard]] Result<std::optional<File>> try_open_locked(const std::string& path);

/// The same, but waits for another holder. Error: also if the file has neither been given up nor changed
/// for `patience`.
[[nodiscard]] Result<File> open_locked(const std::string& path, std::chrono::milliseconds patience);

/// What open_locked() says in the end, for those who wait otherwise.
[[nodiscard]] Error locked_by_another(const std::string& path);

}  // namespace polyglot::os
