#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>

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

}  // namespace

Result<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return system_error("cannot be examined", errno, path);
  return to_stamp(status);
}

Result<File> File::open(const std::string& path, Access access) {
  const bool updates = access == Access::update;
  // O_NONBLOCK: a named pipe is refused below instead of being waited for.
  Descriptor file(::open(path.c_str(), (updates ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file)
    return system_error(updates ? "cannot be opened to change it, check its permissions"
                                : "cannot be opened, check its path and permissions",
                        errno, path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error("cannot be examined", errno, path);
  if (S_ISDIR(status.st_mode)) return Error{"is a folder: give the path of a file in it", path};
  if (!S_ISREG(status.st_mode)) return Error{"is not a regular file", path};
  return File(path, std::move(file));
}

Result<FileStamp> File::stamp() const {
  struct stat status {};
  if (::fstat(descriptor_.get(), &status) != 0) return system_error("cannot be examined", errno, path_);
  return to_stamp(status);
}

Result<std::uint64_t> File::size() const {
  const auto now = stamp();
  if (!now) return now.error();
  return now->size;
}

Result<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const ssize_t got = ::pread(descriptor_.get(), out.data() + filled, out.size() - filled,
                                static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot be read", errno, path_);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

Result<void> File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return system_error("cannot be changed", errno, path_);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace polyglot::os
