// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>

#include "os/calls_posix.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {

static_assert(sizeof(off_t) == 8 && sizeof(std::size_t) == 8, "files may be larger than 2 GB");

namespace {

FileStamp to_stamp(const struct stat& status) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .modified = status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec};
}

/// Removes the last `size` bytes that we have appended to a file, unless others have appended more after
/// them.
void take_back(const Descriptor& file, off_t size) {
  struct stat status {};
  const off_t end = ::lseek(number_of(file), 0, SEEK_CUR);
  if (end < size || examine(number_of(file), status) != 0 || status.st_size != end) return;
  [[maybe_unused]] const int shortened = ::ftruncate(number_of(file), end - size);
}

}  // namespace

PathKind kind_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return PathKind::missing;
  if (S_ISREG(status.st_mode)) return PathKind::file;
  if (S_ISDIR(status.st_mode)) return PathKind::folder;
  return S_ISCHR(status.st_mode) ? PathKind::device : PathKind::other;
}

Result<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (make_call(Call::examine, [&] { return ::stat(path.c_str(), &status); }) != 0)
    return system_error("cannot be examined", errno, path);
  return to_stamp(status);
}

Result<File> File::open(const std::string& path, Access access) {
  const bool updates = access == Access::update;
  // O_NONBLOCK: a named pipe is refused below instead of being waited for.
  const int mode = (updates ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  Descriptor file = own(make_call(Call::open, [&] { return ::open(path.c_str(), mode); }));
  if (!file && errno == EMFILE)
    return system_error("cannot be opened: raise the limit of open files (ulimit -n), or give fewer files",
                        errno, path);
  if (!file)
    return system_error(updates ? "cannot be opened to change it, check its permissions"
                                : "cannot be opened, check its path and permissions",
                        errno, path);
  struct stat status {};
  if (examine(number_of(file), status) != 0) return system_error("cannot be examined", errno, path);
  if (S_ISDIR(status.st_mode)) return Error{"is a folder: give the path of a file in it", path};
  if (!S_ISREG(status.st_mode)) return Error{"is not a regular file: give the path of one", path};
  return File(path, std::move(file));
}

Result<FileStamp> File::stamp() const {
  struct stat status {};
  if (examine(number_of(descriptor_), status) != 0) return system_error("cannot be examined", errno, path_);
  return to_stamp(status);
}

Result<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const auto rest = out.subspan(filled);
    const ssize_t got = transfer(Call::read, rest.size(), [&](std::size_t size) {
      return ::pread(number_of(descriptor_), rest.data(), size, static_cast<off_t>(offset + filled));
    });
    if (got < 0) return system_error("cannot be read", errno, path_);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

Result<void> File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = transfer(Call::write, bytes.size(), [&](std::size_t size) {
      return ::pwrite(number_of(descriptor_), bytes.data(), size, static_cast<off_t>(offset));
    });
    if (written < 0) return system_error("cannot be written", errno, path_);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<bool> create_if_missing(const std::string& path) {
  struct stat status {};
  if (make_call(Call::examine, [&] { return ::stat(path.c_str(), &status); }) == 0) return false;
  return write_new_file(path, "");
}

Result<bool> write_new_file(const std::string& path, std::string_view bytes, Readers readers) {
  const mode_t mode = readers == Readers::owner ? 0600 : 0666;
  const Descriptor file = own(make_call(Call::open, [&] {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  }));
  if (!file && errno == EEXIST) return false;
  if (!file) return system_error("cannot be made, check its folder and permissions", errno, path);
  while (!bytes.empty()) {
    const ssize_t written = transfer(Call::write, bytes.size(), [&](std::size_t size) {
      return ::write(number_of(file), bytes.data(), size);
    });
    if (written < 0) {
      const int reason = errno;
      ::unlink(path.c_str());
      return system_error("cannot be written", reason, path);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

Result<std::string> make_private_folder(const std::string& parent) {
  std::string folder = parent + "/polyglot-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) return system_error("no folder can be made here", errno, parent);
  return {boost::system::in_place_value, std::move(folder)};
}

/// Where the file system has no files without a name, the name is removed at once.
Result<File> File::open_temporary(const std::string& folder) {
  constexpr mode_t kOwnerOnly = 0600;
  Descriptor file = open_nameless(folder, O_RDWR, kOwnerOnly);
  if (!file && errno != ENOENT && errno != EACCES) {
    const TemporaryName name(folder);
    file = own(make_call(Call::open, [&] {
      return ::open(name.path().c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
    }));
    if (file) ::unlink(name.path().c_str());
  }
  if (!file) return system_error("no temporary file can be made here", errno, folder);
  return File(folder, std::move(file));
}

Result<void> append_to_file(const std::string& path, std::string_view bytes) {
  constexpr mode_t kForAll = 0666;
  // O_NONBLOCK: a named pipe that nobody reads is not waited for.
  const Descriptor file = own(make_call(Call::open, [&] {
    return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, kForAll);
  }));
  if (!file) return system_error("cannot be opened to add to it", errno, path);
  const ssize_t written = transfer(Call::write, bytes.size(), [&](std::size_t size) {
    return ::write(number_of(file), bytes.data(), size);
  });
  if (written < 0) return system_error("cannot be written", errno, path);
  if (static_cast<std::size_t>(written) != bytes.size()) {
    take_back(file, written);
    return Error{"has no room for a whole line", path};
  }
  return {};
}

Result<std::optional<File>> try_open_locked(const std::string& path) {
  for (;;) {
    auto file = File::open(path, File::Access::update);
    if (!file) return file.error();
    const int descriptor = number_of(file->descriptor());
    if (make_call(Call::lock, [&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) return std::optional<File>();
      return system_error("cannot be locked", errno, path);
    }
    const auto locked = file->stamp();
    if (!locked) return locked.error();
    const auto named = stamp_of(path);
    if (!named) return named.error();
    if (named->is_same_file(*locked)) return std::optional(std::move(*file));
  }
}

}  // namespace polyglot::os
