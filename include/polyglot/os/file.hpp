// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/result.hpp>

namespace polyglot::os {

enum class PathKind : std::uint8_t {
  missing,  ///< nothing, or a file that cannot be examined
  file,
  folder,
  device,  ///< a character device, such as /dev/null, NUL or a terminal: it takes bytes as they come
  other,   ///< a pipe, a socket, a block device
};

/// Returns what a path names. Links are followed.
[[nodiscard]] PathKind kind_of(const std::string& path);

/// Identifies a file and its state: another file, or the same file after a change, has another stamp. The
/// system's clock for changes ticks only every few milliseconds. Therefore two changes within one tick may
/// leave the same stamp.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;     ///< bytes
  std::int64_t modified = 0;  ///< nanoseconds since 1970

  /// Returns true if both stamps are of one file, changed or not.
  [[nodiscard]] bool is_same_file(const FileStamp& other) const noexcept {
    return device == other.device && inode == other.inode;
  }
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Returns the stamp of the file that has this name now. Error: path and the system's reason.
[[nodiscard]] Result<FileStamp> stamp_of(const std::string& path);

/// An open regular file, for reading and writing at any offset. It stays the file that was opened, even if
/// another one takes its name. Several threads may read at once. Errors name the path and the system's
/// reason.
class File {
 public:
  enum class Access : std::uint8_t { read, update };

  /// Opens a file. A pipe without a writer does not block this call. Error: it cannot be opened with this
  /// access, or is a folder, a device or a pipe.
  [[nodiscard]] static Result<File> open(const std::string& path, Access access = Access::read);
  /// Creates a file without a name in `folder`, for writing and reading. The system removes it when it is
  /// closed, however the program ends. Its path() is the folder.
  [[nodiscard]] static Result<File> open_temporary(const std::string& folder);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] Result<FileStamp> stamp() const;
  /// Returns the present size in bytes.
  [[nodiscard]] Result<std::uint64_t> size() const;
  /// Fills `out` with the bytes from `offset` on, and returns their number. They are fewer than requested
  /// only at the end.
  [[nodiscard]] Result<std::size_t> read_at(std::uint64_t offset, std::span<std::byte> out) const;
  /// Writes bytes into a file opened for updating. The file grows if they go beyond its end.
  [[nodiscard]] Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Returns the descriptor, for a lock or a mapping.
  [[nodiscard]] const Descriptor& descriptor() const noexcept { return descriptor_; }

 private:
  File(std::string path, Descriptor descriptor) noexcept
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  std::string path_;
  Descriptor descriptor_;
};

/// Who may read a new file, as far as the umask allows.
enum class Readers : std::uint8_t { owner, everybody };

/// Creates a file under a new name and writes it. Returns false, and writes nothing, if the name exists, even
/// as a broken link. Any number of processes may try at once. Error: path and the system's reason; a partly
/// written file is removed.
[[nodiscard]] Result<bool> write_new_file(const std::string& path, std::string_view bytes,
                                          Readers readers = Readers::everybody);

/// Opens a file, pipe or device to append to it. A missing file is created. Error: path and the system's
/// reason, also for a pipe without a reader.
[[nodiscard]] Result<Descriptor> open_to_append(const std::string& path);
/// Appends bytes in one system call, so that the bytes of several processes do not mix. It does not wait for
/// room in a pipe. Error: `path` and the reason; a part of the bytes may have been written.
[[nodiscard]] Result<void> append(const Descriptor& file, std::string_view bytes, const std::string& path);

/// Opens a file for updating and locks it: while it is open, no other program that takes the lock changes or
/// replaces the file. Hold it briefly, because others wait. The system releases the lock if the process dies.
/// If another program has replaced the file before the lock was taken, the new file is opened and locked.
///
/// Returns nothing if another program holds the lock. Error: as File::open(), or the system's reason, for
/// example a file system without locks.
[[nodiscard]] Result<std::optional<File>> try_open_locked(const std::string& path);

/// Opens and locks a file as try_open_locked() does, but waits while another program holds the lock. Error:
/// also if that program has neither released nor changed the file for `patience`.
[[nodiscard]] Result<File> open_locked(const std::string& path, std::chrono::milliseconds patience);

/// Returns the error of open_locked() after its `patience`, for callers that wait in another way.
[[nodiscard]] Error locked_by_another(const std::string& path);

/// Allows this process to open this number of files, besides a few others, as far as the system permits. It
/// raises the soft limit of open files, at most to the hard one. Call this in programs that open as many
/// files as the user names. Windows has no such limit.
void allow_open_files(std::size_t files) noexcept;

}  // namespace polyglot::os
