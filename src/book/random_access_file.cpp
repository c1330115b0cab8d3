#include "book/random_access_file.hpp"
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

#include "book/system_error.hpp"

namespace polyglot::book {

static_assert(sizeof(off_t) == 8, "books may be larger than 2 GB");

namespace {

Error not_a_file(const std::string& path, mode_t mode) {
  return {.what = S_ISDIR(mode) ? "is a folder, not a book: give the path of the book file in it"
                                : "is not a regular file: give the path of a book file",
          .where = path};
}

Error wrong_size(const std::string& path, std::uint64_t opened, std::uint64_t now) {
  return {.what = "has changed from " + std::to_string(opened) + " to " + std::to_string(now) +
                  " bytes since it was opened: open it again when it is complete",
          .where = at_offset(path, now < opened ? now : opened)};
}

}  // namespace

std::string at_offset(const std::string& path, std::uint64_t offset) {
  return path + ": offset " + std::to_string(offset);
}

Result<RandomAccessFile> RandomAccessFile::open(const std::string& path) {
  // O_NONBLOCK: a named pipe is refused below instead of being waited for.
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!file.is_open())
    return system_error("cannot open the book, check its path and permissions", errno, path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return system_error("cannot examine the book", errno, path);
  if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
#ifdef POSIX_FADV_RANDOM
  ::posix_fadvise(file.get(), 0, 0, POSIX_FADV_RANDOM);
#endif
  return RandomAccessFile(path, std::move(file), static_cast<std::uint64_t>(status.st_size));
}

Result<void> RandomAccessFile::check_size() const {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return system_error("cannot examine the book", errno, path_);
  const auto now = static_cast<std::uint64_t>(status.st_size);
  if (now != size_) return wrong_size(path_, size_, now);
  return {};
}

Result<void> RandomAccessFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read the book", errno, at_offset(path_, offset));
    if (got == 0) return wrong_size(path_, size_, offset);
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

}  // namespace polyglot::book
